//! The page in a real Chromium, on a real server, by mouse, finger and keyboard.
//!
//! Every test has a server, a store and a browser window of its own, and fails if the browser
//! reports an error: an exception, a failed request, or something that the content security policy
//! forbids.

mod accessibility;
mod analysis;
mod board;
mod chromium;
mod coach;
mod endings;
mod four_players;
mod friends;
mod games_list;
mod keyboard;
mod layout;
mod learn;
mod live;
mod metrics;
mod page;
mod pages;
mod pointing;
mod puzzles;
mod screenshots;
mod script_payloads;
mod server;
mod site;
mod site_tests;
mod start;
mod studies;
mod touch;
