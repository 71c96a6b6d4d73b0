//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use quoridor_engine::Fnv;

/// Writes a file so that readers find the old one or the new one, also after a crash: into a
/// temporary file beside it, which is synced and then takes its name.
///
/// # Errors
/// On an error the old file is still there, and no temporary one.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file's name"))?;
    let folder = above(path);
    let temporary = folder.join(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()
    });
    let named = written.and_then(|()| fs::rename(&temporary, path));
    if let Err(error) = named {
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    // The name is in the folder, which has to reach the disk as well.
    sync_folder(folder)
}

/// Creates a folder and those above it that are missing. When this returns, their names are on the
/// disk.
///
/// # Errors
/// One of them cannot be made or synced.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let is_missing =
        |folder: &&Path| !folder.as_os_str().is_empty() && !folder.try_exists().unwrap_or(true);
    let missing: Vec<_> = path.ancestors().take_while(is_missing).collect();
    for folder in missing.iter().rev() {
        match fs::create_dir(folder) {
            // Another program may have been faster.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => sync_folder(above(folder))?,
        }
    }
    if missing.is_empty() {
        // It may have been made a moment ago by somebody who could not sync it. If the folder above
        // cannot be opened, it is somebody else's, and was not made here.
        let _ = sync_folder(above(path));
    }
    fs::create_dir_all(path)
}

/// The folder of a path.
fn above(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Brings the name of a file to the disk.
pub(crate) fn sync_name(path: &Path) -> io::Result<()> {
    sync_folder(above(path))
}

/// Brings the names in a folder to the disk. Only Unix can open one.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The checksum of a file's content: FNV-1a of all bytes.
pub fn checksum(content: &[u8]) -> u64 {
    Fnv::of(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_made_with_those_above() {
        let folder = std::env::temp_dir().join(format!("quoridor-folders-{}", std::process::id()));
        let path = folder.join("one/two");
        create_folder(&path).unwrap();
        create_folder(&path).unwrap();
        assert!(path.is_dir());
        fs::write(path.join("file"), "").unwrap();
        assert!(create_folder(&path.join("file")).is_err());
        assert!(create_folder(&path.join("file/three")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_new_file_takes_the_place_of_the_old_and_leaves_nothing_else() {
        let folder = std::env::temp_dir().join(format!("quoridor-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("report.md");
        write_atomically(&path, b"old").unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        // A folder cannot be replaced by a file: an error, and no temporary file stays.
        let taken = folder.join("taken");
        fs::create_dir(&taken).unwrap();
        assert!(write_atomically(&taken, b"text").is_err());
        let mut names: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["report.md", "taken"]);
        assert!(write_atomically(&folder.join("missing/report.md"), b"").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
