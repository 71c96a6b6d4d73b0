//! Memory that search threads write and Python reads.

use std::sync::atomic::AtomicPtr;

use numpy::{PyArray1, PyArray4, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use quoridor_engine::net::conv::Planes;
use quoridor_learn::self_play::LeafPlanes;

/// The planes of a group's leaves, as an array of NumPy.
///
/// Search threads write them without the interpreter lock. A copy in between took more than half of
/// the time that self-play spends at the boundary: 4 % of all at batches of 1024. Memcheck
/// (valgrind) finds nothing wrong here.
pub(crate) struct SharedPlanes {
    /// Keeps the memory.
    array: Py<PyArray4<u8>>,
    /// An atomic one, since other pointers stay in their thread.
    planes: AtomicPtr<LeafPlanes>,
    count: usize,
}

impl SharedPlanes {
    pub(crate) fn new(py: Python<'_>, count: usize) -> PyResult<Self> {
        // The array does not own the vector but keeps it alive, so NumPy cannot resize it.
        let bytes = PyArray1::from_vec(py, vec![0; count * size_of::<LeafPlanes>()]);
        let planes = AtomicPtr::new(bytes.data().cast());
        let array = bytes.reshape([count, Planes::COUNT, 9, 9])?.unbind();
        Ok(Self { array, planes, count })
    }

    /// The planes, to be written.
    pub(crate) fn bytes(&mut self) -> &mut [LeafPlanes] {
        // SAFETY: the pointer is that of the vector's memory, which lives as long as the array and
        // never moves, and `count` planes fit into it. No other reference of Rust leads there, as
        // there is one `SharedPlanes` for it, which is borrowed here. Python may keep views and
        // read bytes while they are written, as with any array that NumPy writes without the lock;
        // every byte is a valid one.
        #[expect(unsafe_code)]
        unsafe {
            std::slice::from_raw_parts_mut(*self.planes.get_mut(), self.count)
        }
    }

    /// The first of the planes, as Python sees them.
    pub(crate) fn first<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyAny>> {
        self.array.bind(py).as_any().get_item(PySlice::new(py, 0, count as isize, 1))
    }
}
