//! The server: what it answers without a socket, and over real ones.

mod analysis;
mod client;
mod contract;
mod conversation;
mod documents;
mod faults;
mod guard;
mod limits;
mod live;
mod overload;
mod routes;
mod socket;
