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
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
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
    // The name is in the folder, which has to reach the disk as well. Only Unix can open one.
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
