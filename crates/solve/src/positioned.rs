//! Reading and writing at a place of a file.

#[cfg(unix)]
pub(crate) use std::os::unix::fs::FileExt;

#[cfg(not(unix))]
pub(crate) use seek::FileExt;

/// By going to the place first: no other thread has the file there.
#[cfg(not(unix))]
mod seek {
    use std::fs::File;
    use std::io::{self, Read, Seek, SeekFrom, Write};

    pub(crate) trait FileExt {
        fn read_exact_at(&self, bytes: &mut [u8], place: u64) -> io::Result<()>;
        fn write_all_at(&self, bytes: &[u8], place: u64) -> io::Result<()>;
    }

    impl FileExt for File {
        fn read_exact_at(&self, bytes: &mut [u8], place: u64) -> io::Result<()> {
            let mut file = self;
            file.seek(SeekFrom::Start(place))?;
            file.read_exact(bytes)
        }

        fn write_all_at(&self, bytes: &[u8], place: u64) -> io::Result<()> {
            let mut file = self;
            file.seek(SeekFrom::Start(place))?;
            file.write_all(bytes)
        }
    }
}
