//! Which store of games a command uses.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, anyhow};
use clap::Args;
use quoridor_store::files::create_folder;
use quoridor_store::{Merged, Store, StoreError};

use crate::failure::Failure;

#[derive(Args, Clone, Default)]
pub(crate) struct StoreArguments {
    /// The file that holds the games [default: quoridor/games.sqlite in $XDG_DATA_HOME, or in
    /// ~/.local/share]
    #[arg(long, value_name = "PATH")]
    store: Option<PathBuf>,
}

/// A store that was opened, and where it is.
pub(crate) struct OpenStore {
    store: Store,
    path: PathBuf,
}

impl OpenStore {
    fn new(path: PathBuf, opened: Result<Store, StoreError>) -> Result<Self, Failure> {
        match opened {
            Ok(store) => Ok(Self { store, path }),
            Err(error) => Err(at(&path, error).into()),
        }
    }

    /// Asks the store for something. If it fails, the file is named.
    pub(crate) fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Store) -> Result<T, StoreError>,
    ) -> Result<T, Error> {
        question(&mut self.store).map_err(|error| at(&self.path, error))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds the games of another store.
    pub(crate) fn merge(&mut self, other: &Store) -> Result<Merged, StoreError> {
        self.store.merge(other)
    }
}

impl StoreArguments {
    /// The store of a path.
    pub(crate) fn at(path: &Path) -> Self {
        Self { store: Some(path.to_owned()) }
    }

    /// Opens the store, which must be there.
    pub(crate) fn open_existing(&self) -> Result<OpenStore, Failure> {
        let path = self.path()?;
        let opened = Store::open_existing(&path);
        OpenStore::new(path, opened)
    }

    /// Opens the store, or makes it; its folder too if it is the usual one.
    pub(crate) fn open_or_make(&self) -> Result<OpenStore, Failure> {
        let path = self.path_to_make()?;
        let opened = Store::open(&path);
        OpenStore::new(path, opened)
    }

    /// Where the store is or is to be; its folder is there.
    pub(crate) fn path_to_make(&self) -> Result<PathBuf, Failure> {
        let path = self.path()?;
        if let (None, Some(folder)) = (&self.store, path.parent()) {
            make_private_folder(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        Ok(path)
    }

    /// Where the store is or would be.
    pub(crate) fn path(&self) -> Result<PathBuf, Failure> {
        if let Some(path) = &self.store {
            return Ok(path.clone());
        }
        usual_path(env::var_os("XDG_DATA_HOME"), env::var_os("HOME")).ok_or_else(|| {
            Failure::usage(anyhow!(
                "--store is needed: neither XDG_DATA_HOME nor HOME names a folder"
            ))
        })
    }
}

/// Makes a folder that only its owner can look into, and those above it as usual.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    if let Some(above) = folder.parent() {
        create_folder(above)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if !folder.is_dir() => Err(error),
        _ => create_folder(folder),
    }
}

/// Where programs keep data (XDG Base Directory Specification: what is not an absolute path does
/// not count).
fn usual_path(data_home: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let absolute =
        |folder: Option<OsString>| folder.map(PathBuf::from).filter(|folder| folder.is_absolute());
    let folder = absolute(data_home).or_else(|| Some(absolute(home)?.join(".local/share")))?;
    Some(folder.join("quoridor/games.sqlite"))
}

pub(crate) fn at(path: &Path, error: StoreError) -> Error {
    Error::from(error).context(path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_new_folder_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("share/quoridor");
        for _ in 0..2 {
            make_private_folder(&path).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        }
        fs::write(folder.path().join("file"), "").unwrap();
        assert!(make_private_folder(&folder.path().join("file")).is_err());
    }

    #[test]
    fn games_lie_where_data_lies() {
        let path = |data_home: Option<&str>, home: Option<&str>| {
            usual_path(data_home.map(OsString::from), home.map(OsString::from))
        };
        let here = |path: &str| Some(PathBuf::from(path));
        assert_eq!(path(Some("/data"), Some("/home/ann")), here("/data/quoridor/games.sqlite"));
        assert_eq!(
            path(None, Some("/home/ann")),
            here("/home/ann/.local/share/quoridor/games.sqlite")
        );
        assert_eq!(
            path(Some("data"), Some("/home/ann")),
            here("/home/ann/.local/share/quoridor/games.sqlite")
        );
        assert_eq!(path(Some(""), None), None);
    }
}
