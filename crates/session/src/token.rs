//! Seat tokens: a client with the token may play the seat.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

/// A new token that nobody can guess: 128 random bits.
///
/// # Errors
/// The system has no random numbers: one line.
pub fn new_token() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers: {error}"))?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}
