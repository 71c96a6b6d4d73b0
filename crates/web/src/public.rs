//! Where the server is on the internet.

use std::str::FromStr;

use axum::http::Uri;
use axum::http::uri::Authority;

/// The address under which a proxy publishes the server: `https://quoridor.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    scheme: String,
    authority: Authority,
}

impl PublicUrl {
    /// The name, without a port.
    pub fn host(&self) -> &str {
        self.authority.host()
    }

    /// The `Origin` that browsers send.
    pub(crate) fn origin(&self) -> String {
        self.to_string().trim_end_matches('/').to_owned()
    }
}

impl std::fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}://{}/", self.scheme, self.authority)
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a URL like https://quoridor.example, got '{text}'");
        let uri: Uri = text.to_ascii_lowercase().parse().map_err(|_| wrong())?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"));
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'));
        let is_root = matches!(uri.path(), "" | "/") && uri.query().is_none();
        match (scheme, authority) {
            (Some(scheme), Some(authority)) if is_root => {
                Ok(Self { scheme: scheme.to_owned(), authority: authority.clone() })
            }
            (Some(_), Some(_)) => {
                Err(format!("'{text}': the page must be at the root of its name, without a path"))
            }
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_the_root_of_a_name() {
        let url: PublicUrl = "https://Quoridor.Example".parse().unwrap();
        assert_eq!(
            (url.host(), url.origin().as_str()),
            ("quoridor.example", "https://quoridor.example")
        );
        assert_eq!(url.to_string(), "https://quoridor.example/");
        let url: PublicUrl = "http://board.example:8080/".parse().unwrap();
        assert_eq!(
            (url.host(), url.to_string().as_str()),
            ("board.example", "http://board.example:8080/")
        );
        for bad in [
            "",
            "quoridor.example",
            "ftp://a.example",
            "https://",
            "https://a@b.example",
            "https://a.example/x",
        ] {
            assert!(bad.parse::<PublicUrl>().is_err(), "{bad}");
        }
    }
}
