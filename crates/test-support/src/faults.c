/* Makes calls to the file system fail, or loses what was not synced: a library for LD_PRELOAD.
 *
 * Every open, write, sync, truncation, rename, removal and new folder below QUORIDOR_FAULT_DIR is
 * counted. The one with the number QUORIDOR_FAULT_AT meets QUORIDOR_FAULT_MODE:
 *
 *   fail   it fails with EIO, once
 *   full   it and all later writes and creations fail with ENOSPC (others do not count)
 *   short  a write writes half of its bytes and says so (others do not count)
 *   power  the power fails before it: what was not synced is undone, and the process ends
 *   torn   the process ends in the middle of it: all before it and half of it has reached the disk
 *
 * What was written, created, renamed or removed since the last sync of its file or folder is kept in
 * a list, to be undone. Shared memory files (-shm) do not count: they are rebuilt after a crash. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum kind { WRITTEN, CREATED, FOLDER, RENAMED, REMOVED };

/* What a call does, which decides whether a fault can meet it. */
enum call { WRITES, CREATES, OTHER };

struct undo {
    enum kind kind;
    dev_t device;
    ino_t file;            /* the file, or the folder of a name */
    char path[PATH_MAX];   /* where it is now */
    char saved[PATH_MAX];  /* a second name of what was there before, or empty */
    off_t offset, size;    /* of what was overwritten, and of the file before */
    size_t length;
    char *bytes;
    struct undo *next;
};

static struct undo *undos;
static long calls;
static int is_full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static const char *mode(void) {
    const char *set = getenv("QUORIDOR_FAULT_MODE");
    return set ? set : "";
}

static int is_watched(const char *path) {
    const char *folder = getenv("QUORIDOR_FAULT_DIR");
    size_t length = strlen(path);
    if (!folder || strncmp(path, folder, strlen(folder)) != 0) return 0;
    return !(length > 4 && strcmp(path + length - 4, "-shm") == 0) && !strstr(path, ".undo");
}

static int path_of(int file, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_watched(path);
}

/* The folder of a path. */
static void folder_of(const char *path, struct stat *folder) {
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    char *slash = strrchr(copy, '/');
    if (slash) *slash = 0;
    if (stat(copy, folder) != 0) memset(folder, 0, sizeof *folder);
}

static struct undo *note(enum kind kind, const char *path, const struct stat *file) {
    struct undo *undo = calloc(1, sizeof *undo);
    undo->kind = kind;
    undo->device = file->st_dev;
    undo->file = file->st_ino;
    snprintf(undo->path, sizeof undo->path, "%s", path);
    undo->next = undos;
    undos = undo;
    return undo;
}

/* A new name beside the folder, where the program does not look. */
static void new_name(char *name) {
    static int number;
    snprintf(name, PATH_MAX, "%.4000s.undo%d", getenv("QUORIDOR_FAULT_DIR"), number++);
}

/* Gives what is at a path a second name, so that it can be put back. */
static void save(struct undo *undo, const char *path) {
    struct stat there;
    if (lstat(path, &there) != 0) return;
    new_name(undo->saved);
    if (link(path, undo->saved) != 0) undo->saved[0] = 0;
}

static void forget(struct undo *undo) {
    if (undo->saved[0]) REAL(unlink)(undo->saved);
    free(undo->bytes);
    free(undo);
}

/* A file or folder has been synced: nothing of it is undone any more. */
static void synced(int file) {
    struct stat now;
    if (fstat(file, &now) != 0) return;
    for (struct undo **place = &undos; *place;) {
        struct undo *undo = *place;
        if (undo->device == now.st_dev && undo->file == now.st_ino) {
            *place = undo->next;
            forget(undo);
        } else {
            place = &undo->next;
        }
    }
}

static void power_fails(void) {
    for (struct undo *undo = undos; undo; undo = undo->next) {
        if (undo->kind == WRITTEN) {
            int file = REAL(open)(undo->path, O_RDWR);
            if (file < 0) continue;
            if (undo->length) REAL(pwrite)(file, undo->bytes, undo->length, undo->offset);
            REAL(ftruncate)(file, undo->size);
            REAL(close)(file);
        } else if (undo->kind == FOLDER) {
            char lost[PATH_MAX];
            new_name(lost);
            REAL(rename)(undo->path, lost);
        } else if (undo->saved[0]) {
            REAL(rename)(undo->saved, undo->path);
        } else {
            REAL(unlink)(undo->path);
        }
    }
    _exit(137);
}

/* Counts a call. Whether it is the one, and not one that power or a full disk takes care of. */
static int is_hit(enum call call) {
    const char *at = getenv("QUORIDOR_FAULT_AT");
    if (!at) return 0;
    if (strcmp(mode(), "short") == 0 && call != WRITES) return 0;
    if (strcmp(mode(), "full") == 0 && call == OTHER) return 0;
    if (++calls != atol(at)) return 0;
    static const char told[] = "fault injected\n";
    (void)!REAL(write)(2, told, sizeof told - 1);
    if (strcmp(mode(), "power") == 0) power_fails();
    if (strcmp(mode(), "full") == 0) is_full = 1;
    return 1;
}

/* Whether a call that writes nothing itself fails. */
static int fails(enum call call) {
    int hit = is_hit(call);
    if (is_full && call == CREATES) {
        errno = ENOSPC;
        return 1;
    }
    if (hit && strcmp(mode(), "torn") == 0) _exit(137);
    if (hit && strcmp(mode(), "fail") == 0) {
        errno = EIO;
        return 1;
    }
    return 0;
}

/* Before bytes of a file are replaced, or cut off. */
static void note_bytes(int file, const char *path, off_t offset, size_t length) {
    struct stat before;
    if (fstat(file, &before) != 0) return;
    struct undo *undo = note(WRITTEN, path, &before);
    undo->offset = offset;
    undo->size = before.st_size;
    if (offset < before.st_size) {
        size_t there = (size_t)(before.st_size - offset);
        undo->length = length < there ? length : there;
        undo->bytes = malloc(undo->length);
        /* The file may be open for writing only. */
        int again = REAL(open)(path, O_RDONLY);
        if (again < 0 || pread(again, undo->bytes, undo->length, offset) < 0) undo->length = 0;
        if (again >= 0) REAL(close)(again);
    }
}

static ssize_t written(int file, const void *bytes, size_t length, off_t offset, int at_offset) {
    char path[PATH_MAX];
    off_t where = at_offset ? offset : lseek(file, 0, SEEK_CUR);
    if (where >= 0 && path_of(file, path)) {
        pthread_mutex_lock(&lock);
        if (!at_offset && (fcntl(file, F_GETFL) & O_APPEND)) where = lseek(file, 0, SEEK_END);
        int hit = is_hit(WRITES);
        const char *how = mode();
        if ((hit && strcmp(how, "fail") == 0) || is_full) {
            errno = is_full ? ENOSPC : EIO;
            pthread_mutex_unlock(&lock);
            return -1;
        }
        if (hit && (strcmp(how, "short") == 0 || strcmp(how, "torn") == 0) && length > 1) {
            length /= 2;
        }
        if (hit && strcmp(how, "torn") == 0) {
            if (at_offset) REAL(pwrite)(file, bytes, length, offset);
            else REAL(write)(file, bytes, length);
            _exit(137);
        }
        note_bytes(file, path, where, length);
        pthread_mutex_unlock(&lock);
    }
    return at_offset ? REAL(pwrite)(file, bytes, length, offset) : REAL(write)(file, bytes, length);
}

ssize_t write(int file, const void *bytes, size_t length) {
    return written(file, bytes, length, 0, 0);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return written(file, bytes, length, offset, 1);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t offset) {
    return written(file, bytes, length, offset, 1);
}

static int sync_with(int file, int (*sync)(int)) {
    char path[PATH_MAX];
    if (!path_of(file, path)) return sync(file);
    pthread_mutex_lock(&lock);
    int failed = fails(OTHER);
    int done = failed ? -1 : sync(file);
    if (done == 0) synced(file);
    pthread_mutex_unlock(&lock);
    return done;
}

int fsync(int file) { return sync_with(file, REAL(fsync)); }
int fdatasync(int file) { return sync_with(file, REAL(fdatasync)); }

static int truncate_to(int file, off_t size) {
    char path[PATH_MAX];
    if (path_of(file, path)) {
        pthread_mutex_lock(&lock);
        int failed = fails(OTHER);
        if (!failed) note_bytes(file, path, size, SIZE_MAX);
        pthread_mutex_unlock(&lock);
        if (failed) return -1;
    }
    return REAL(ftruncate)(file, size);
}

int ftruncate(int file, off_t size) { return truncate_to(file, size); }
int ftruncate64(int file, off_t size) { return truncate_to(file, size); }

static void absolute(const char *path, char *full) {
    char folder[PATH_MAX];
    if (path[0] == '/' || !getcwd(folder, sizeof folder)) snprintf(full, PATH_MAX, "%s", path);
    else snprintf(full, PATH_MAX, "%.2000s/%.2000s", folder, path);
}

static int open_with(int (*opens)(const char *, int, ...), const char *name, int flags, mode_t rights) {
    char path[PATH_MAX];
    absolute(name, path);
    struct stat there;
    int creates = (flags & O_CREAT) && is_watched(path) && stat(path, &there) != 0;
    if (!is_watched(path)) return opens(name, flags, rights);
    pthread_mutex_lock(&lock);
    int failed = fails(creates ? CREATES : OTHER);
    int file = -1;
    if (!failed) {
        if (!creates && !(flags & O_TRUNC)) {
            file = opens(name, flags, rights);
        } else if (creates) {
            struct stat folder;
            folder_of(path, &folder);
            file = opens(name, flags, rights);
            if (file >= 0) note(CREATED, path, &folder);
        } else {
            int old = opens(name, O_RDWR, 0);
            if (old >= 0) {
                note_bytes(old, path, 0, SIZE_MAX);
                REAL(close)(old);
            }
            file = opens(name, flags, rights);
        }
    }
    pthread_mutex_unlock(&lock);
    return file;
}

int open(const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t rights = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open_with(REAL(open), name, flags, rights);
}

int open64(const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t rights = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open_with(REAL(open64), name, flags, rights);
}

int rename(const char *from, const char *to) {
    char path[PATH_MAX];
    absolute(to, path);
    if (!is_watched(path)) return REAL(rename)(from, to);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!fails(OTHER)) {
        struct stat folder;
        folder_of(path, &folder);
        struct undo *undo = note(RENAMED, path, &folder);
        save(undo, path);
        done = REAL(rename)(from, to);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int unlink(const char *name) {
    char path[PATH_MAX];
    absolute(name, path);
    if (!is_watched(path)) return REAL(unlink)(name);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!fails(OTHER)) {
        struct stat folder;
        folder_of(path, &folder);
        struct undo *undo = note(REMOVED, path, &folder);
        save(undo, path);
        done = REAL(unlink)(name);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int mkdir(const char *name, mode_t rights) {
    char path[PATH_MAX];
    absolute(name, path);
    if (!is_watched(path)) return REAL(mkdir)(name, rights);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!fails(CREATES)) {
        struct stat above;
        folder_of(path, &above);
        done = REAL(mkdir)(name, rights);
        if (done == 0) note(FOLDER, path, &above);
    }
    pthread_mutex_unlock(&lock);
    return done;
}
