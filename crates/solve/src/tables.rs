//! The tables of a layer, in memory or in a file.

use std::fs::File;
use std::io;

use crate::layer::Layer;
use crate::positioned::FileExt;

/// Where the bytes of a chunk are.
#[derive(Debug)]
enum Chunk {
    Memory(Vec<u8>),
    /// In the file, from this byte on.
    File(u64),
}

/// A layer with its tables.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) layer: Layer,
    chunks: Vec<Chunk>,
    file: Option<File>,
    /// By chunk: where it begins in the file.
    begins: Vec<Option<u64>>,
    in_memory: u64,
}

impl Tables {
    /// A layer whose chunks are still to come.
    pub(crate) const fn new(layer: Layer, file: Option<File>) -> Self {
        Self { layer, chunks: Vec::new(), file, begins: Vec::new(), in_memory: 0 }
    }

    /// Adds the next chunk: its bytes, and where they begin in the file if they are in one. They
    /// stay in memory if they are to be `held` or are nowhere else.
    pub(crate) fn push(&mut self, bytes: Vec<u8>, begin: Option<u64>, held: bool) {
        self.begins.push(begin);
        self.chunks.push(match begin {
            Some(begin) if !held => Chunk::File(begin),
            _ => {
                self.in_memory += bytes.len() as u64;
                Chunk::Memory(bytes)
            }
        });
    }

    /// Drops from memory what the file has.
    pub(crate) fn release_memory(&mut self) {
        for (chunk, begin) in self.chunks.iter_mut().zip(&self.begins) {
            if let (Chunk::Memory(bytes), &Some(begin)) = (&*chunk, begin) {
                self.in_memory -= bytes.len() as u64;
                *chunk = Chunk::File(begin);
            }
        }
    }

    /// The bytes that are held in memory.
    pub(crate) const fn in_memory(&self) -> u64 {
        self.in_memory
    }

    /// The tables of a layout; `buffer` holds what comes from a file.
    pub(crate) fn block<'a>(
        &'a self,
        number: usize,
        buffer: &'a mut Vec<u8>,
    ) -> io::Result<&'a [u8]> {
        let (chunk, offset) = self.layer.place(number);
        let len = self.layer.block_bytes(number);
        match &self.chunks[chunk] {
            Chunk::Memory(bytes) => Ok(&bytes[offset..offset + len]),
            Chunk::File(begin) => {
                let file = self.file.as_ref().expect("chunks in a file come with the file");
                buffer.resize(len, 0);
                file.read_exact_at(buffer, begin + offset as u64)?;
                Ok(buffer)
            }
        }
    }

    /// Changes a byte of the first chunk.
    #[cfg(test)]
    pub(crate) fn corrupt(&mut self, place: usize, delta: u8) {
        let Chunk::Memory(bytes) = &mut self.chunks[0] else { panic!("not in memory") };
        bytes[place] = bytes[place].wrapping_add(delta);
    }
}
