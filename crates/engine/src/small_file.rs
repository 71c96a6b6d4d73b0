//! Files at a path that a user typed.

use std::fs;
use std::path::Path;

/// The bytes of a file, or one line about why there are none, without the name of the file.
pub fn read(file: &Path, most_bytes: u64) -> Result<Vec<u8>, String> {
    let metadata = fs::metadata(file).map_err(|error| error.to_string())?;
    // A pipe would be waited for, and a device might never end.
    if !metadata.is_file() {
        return Err("not a file".to_owned());
    }
    let bytes = metadata.len();
    if bytes > most_bytes {
        return Err(format!("it has {bytes} bytes, and no such file has more than {most_bytes}"));
    }
    fs::read(file).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_or_no_file_is_refused() {
        let this = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/small_file.rs"));
        let bytes = include_bytes!("small_file.rs");
        let length = bytes.len() as u64;
        assert_eq!(read(this, length).unwrap(), bytes);
        let error = format!("it has {length} bytes, and no such file has more than {}", length - 1);
        assert_eq!(read(this, length - 1), Err(error));
        assert_eq!(read(this.parent().unwrap(), length), Err("not a file".to_owned()));
        assert!(read(&this.join("nowhere"), length).is_err());
    }
}
