//! A Python with OpenSpiel, whose Quoridor was written independently of this one.

use crate::virtual_env::VirtualEnv;

/// The oracle knows in which points this version departs from the rules. It is installed without
/// its dependencies, a hundred megabytes that only its learning algorithms need.
pub(crate) const OPENSPIEL: VirtualEnv = VirtualEnv {
    folder: "oracle",
    packages: &["--no-deps", "open_spiel==2.0.2"],
    probe: "import importlib.metadata, pyspiel; \
            assert importlib.metadata.version('open_spiel') == '2.0.2'",
};
