//! Files that come with the program.
//!
//! Programs contain them. A WebAssembly module does not, because it should load quickly: its host
//! fetches a file and provides it before a player that needs it is built.

/// A file that comes with the program; [`shipped!`](crate::shipped!) makes one.
#[derive(Clone, Copy)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    #[cfg(not(target_family = "wasm"))]
    #[doc(hidden)]
    pub content: &'static [u8],
}

/// The file of a name in the folder `data` of the crate.
#[macro_export]
macro_rules! shipped {
    ($name:literal) => {
        $crate::shipped::Shipped {
            name: $name,
            #[cfg(not(target_family = "wasm"))]
            content: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $name)),
        }
    };
}

impl Shipped {
    /// The bytes of the file; `None` if it was not provided.
    #[cfg(not(target_family = "wasm"))]
    pub fn bytes(&self) -> Option<&'static [u8]> {
        Some(self.content)
    }

    /// The bytes of the file; `None` if it was not provided.
    #[cfg(target_family = "wasm")]
    pub fn bytes(&self) -> Option<&'static [u8]> {
        provided(self.name)
    }
}

#[cfg(target_family = "wasm")]
static FILES: std::sync::Mutex<Vec<(&'static str, &'static [u8])>> =
    std::sync::Mutex::new(Vec::new());

/// Provides the bytes of a file, for as long as the program runs.
#[cfg(target_family = "wasm")]
pub fn provide(name: &'static str, bytes: Vec<u8>) {
    let mut files = FILES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if files.iter().all(|&(known, _)| known != name) {
        files.push((name, bytes.leak()));
    }
}

/// The bytes of a file; `None` if it was not provided.
#[cfg(target_family = "wasm")]
pub(crate) fn provided(name: &str) -> Option<&'static [u8]> {
    let files = FILES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    files.iter().find(|&&(known, _)| known == name).map(|&(_, bytes)| bytes)
}
