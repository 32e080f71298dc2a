//! Who may ask: the page itself and programs on this machine, not the pages of others.
//!
//! A page of somebody else can make a browser send requests here, under its own name (which `Origin`
//! and `Sec-Fetch-Site` give away) or under a name of its own that it has pointed at this machine (which
//! `Host` gives away).

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, Uri};

use crate::page::SCRIPTS;
use crate::refusal::Refusal;

/// The names that this server is asked by.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    address: SocketAddr,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Guard { address }
    }

    /// Refuses what comes from elsewhere.
    pub(crate) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
        let in_uri = uri.authority().is_none_or(|authority| authority.as_str() == host);
        if hosts.next().is_some() || !in_uri || !self.is_own(host) {
            return Err(foreign("this server is not called that: use the address that it printed"));
        }
        if let Some(origin) = headers.get(ORIGIN) {
            let origin = origin.to_str().unwrap_or_default().strip_prefix("http://");
            if !origin.is_some_and(|origin| self.is_own(origin)) {
                return Err(foreign("other sites may not ask"));
            }
        }
        let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
        let is_page = method == Method::GET && uri.path() == "/";
        // A link to the page may be anywhere.
        match site {
            Some("cross-site" | "same-site") if !is_page => Err(foreign("other sites may not ask")),
            _ => Ok(()),
        }
    }

    /// Whether a host with its port is this server.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        // Names can be pointed anywhere, but a number is what it is.
        name.parse().is_ok_and(|ip: IpAddr| {
            ip.is_loopback() || ip == self.address.ip() || self.address.ip().is_unspecified()
        })
    }
}

fn foreign(error: &str) -> Refusal {
    Refusal::new(403, error)
}

/// What browsers are told about every answer.
pub(crate) fn harden(headers: &mut HeaderMap) {
    let all = [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("x-frame-options", "DENY"),
        ("cache-control", "no-store"),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// What the page may do: run the scripts that are in it, ask this server, and nothing else.
pub(crate) fn policy() -> String {
    let scripts: Vec<&str> = SCRIPTS.lines().collect();
    let scripts = if scripts.is_empty() { "'none'".to_owned() } else { scripts.join(" ") };
    format!(
        "default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src 'self' data: blob:; \
         font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::page::PAGE;

    fn answer(address: &str, host: &str, more: &[(&'static str, &str)]) -> bool {
        let guard = Guard::new(address.parse().unwrap());
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        for (name, value) in more {
            headers.append(*name, value.parse().unwrap());
        }
        guard.check(&Method::POST, &Uri::from_static("/api/solve"), &headers).is_ok()
    }

    #[test]
    fn only_its_own_names_are_answered() {
        let local = "127.0.0.1:8017";
        for host in ["127.0.0.1:8017", "localhost:8017", "LOCALHOST:8017", "[::1]:8017"] {
            assert!(answer(local, host, &[]), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:8017",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost:8018",
            "localhost.evil.example:8017",
            "192.168.0.7:8017",
            "localhost:8017:8017",
            "[::1]",
            "127.0.0.1.evil.example:8017",
            "user@localhost:8017",
            "localhost:+8017x",
        ] {
            assert!(!answer(local, host, &[]), "{host}");
        }
        assert!(answer("0.0.0.0:9", "192.168.0.7:9", &[]));
        assert!(!answer("0.0.0.0:9", "evil.example:9", &[]));
        assert!(answer("127.0.0.1:80", "localhost", &[]));
    }

    #[test]
    fn other_sites_are_not_answered() {
        let (local, host) = ("127.0.0.1:8017", "127.0.0.1:8017");
        assert!(answer(local, host, &[("origin", "http://127.0.0.1:8017")]));
        assert!(answer(local, host, &[("sec-fetch-site", "same-origin")]));
        for origin in
            ["null", "http://evil.example", "https://127.0.0.1:8017", "http://127.0.0.1:81", ""]
        {
            assert!(!answer(local, host, &[("origin", origin)]), "{origin}");
        }
        assert!(!answer(local, host, &[("sec-fetch-site", "cross-site")]));
        assert!(!answer(local, host, &[("host", "evil.example")]), "two hosts");
    }

    /// The scripts in a page; data are none.
    fn scripts(page: &str) -> Vec<&str> {
        let mut found = Vec::new();
        let mut rest = page;
        while let Some(at) = rest.find("<script") {
            let after = &rest[at..];
            let Some((tag, body)) = after.split_once('>') else { break };
            let Some((script, next)) = body.split_once("</script") else { break };
            if !tag.contains("application/json") && !tag.contains("src=") {
                found.push(script);
            }
            rest = next;
        }
        found
    }

    #[test]
    fn exactly_the_scripts_of_the_page_may_run() {
        let hash = |script: &str| {
            let digest = Sha256::digest(script.as_bytes());
            format!("'sha256-{}'", base64::engine::general_purpose::STANDARD.encode(digest))
        };
        let scripts: Vec<String> = scripts(PAGE).into_iter().map(hash).collect();
        assert_eq!(SCRIPTS.lines().collect::<Vec<_>>(), scripts);
        assert!(policy().contains(&format!("script-src {};", scripts.join(" "))));
    }

    #[test]
    fn scripts_are_told_from_data() {
        let page = "<script type=module>one</script><script type=\"application/json\" id=x>{}</script>\
                    <script>two</script>";
        assert_eq!(scripts(page), ["one", "two"]);
        assert!(!policy().contains("script-src 'unsafe-inline'"));
    }
}
