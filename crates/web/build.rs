//! The files of the page are part of the program: when one is added or changed, the program is
//! built anew.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=static");
}
