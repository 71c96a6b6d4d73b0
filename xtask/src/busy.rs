//! Processes that keep every processor busy.

use std::env;
use std::io::{self, Read};
use std::process::{self, Child, Command, Stdio};
use std::thread;

use anyhow::Context;

/// How many run on each core.
const PER_CORE: usize = 4;

/// Busy processes that end with this value, and with this process, however it ends.
pub(crate) struct Load(Vec<Child>);

impl Load {
    pub(crate) fn start() -> anyhow::Result<Self> {
        let cores = thread::available_parallelism().context("cannot count the processors")?.get();
        let program = env::current_exe().context("cannot find this program")?;
        let mut load = Self(Vec::new());
        for _ in 0..PER_CORE * cores {
            // The system closes our end of the pipe when we end.
            let child = Command::new(&program).arg("busy").stdin(Stdio::piped()).spawn();
            load.0.push(child.context("cannot start a busy process")?);
        }
        eprintln!("{} busy processes beside the tests", load.0.len());
        Ok(load)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // They may have been ended already, by Ctrl-C.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Is busy until the input ends.
pub(crate) fn run() -> ! {
    thread::spawn(|| {
        let _ = io::stdin().read_to_end(&mut Vec::new());
        process::exit(0);
    });
    loop {
        std::hint::spin_loop();
    }
}
