//! Contents of a 429.

use std::time::Duration;

use reqwest::header::{HeaderMap, VIA};
use serde::Deserialize;

use crate::discord::rest::limiter::wait_of;

/// Scope of a rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord::rest) enum Scope {
    /// Route of the request, for this bot.
    Route,
    /// Route, for everyone who uses it; Discord does not count it against the bot.
    Shared,
    /// Every route that counts toward the global limit.
    All,
    /// Everything: the network in front of Discord blocked the request.
    Network,
}

/// Refusal of a request because of a rate limit.
#[derive(Debug)]
pub(in crate::discord::rest) struct TooMany {
    pub(in crate::discord::rest) scope: Scope,
    /// Time to wait, if it is known.
    pub(in crate::discord::rest) wait: Option<Duration>,
}

impl TooMany {
    pub(in crate::discord::rest) fn read(headers: &HeaderMap, body: &[u8]) -> Self {
        #[derive(Deserialize)]
        struct Body {
            #[serde(default)]
            retry_after: Option<f64>,
            #[serde(default)]
            global: bool,
            message: Option<String>,
        }
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let body = serde_json::from_slice::<Body>(body);
        let is_global = header("x-ratelimit-global") == Some("true");
        let scope = match &body {
            // The network in front of Discord adds a header to Discord's own responses, and may answer
            // in JSON itself: <https://github.com/discord/discord-api-docs/issues/5810>.
            Ok(Body {
                retry_after: None, ..
            }) if !headers.contains_key(VIA) => Scope::Network,
            // Discord's own responses say how long to wait, and why.
            Err(_)
            | Ok(Body {
                retry_after: None,
                message: None,
                ..
            }) => Scope::Network,
            Ok(body) if body.global || is_global => Scope::All,
            Ok(_) if header("x-ratelimit-scope") == Some("shared") => Scope::Shared,
            Ok(_) => Scope::Route,
        };
        let seconds = body.ok().and_then(|body| body.retry_after);
        let seconds = seconds.or_else(|| header("retry-after")?.parse().ok());
        Self {
            scope,
            // After no wait at all, the same refusal would follow, again and again.
            wait: seconds.and_then(wait_of).filter(|wait| !wait.is_zero()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

    use super::{Scope, TooMany};
    use crate::discord::rest::limiter::LONGEST_WAIT;

    /// Header of what the network in front of Discord passes on.
    const VIA: (&str, &str) = ("via", "1.1 google");

    #[track_caller]
    fn check(headers: &[(&'static str, &'static str)], body: &str, scope: Scope) -> TooMany {
        let pairs = headers.iter().map(|(name, value)| {
            let name = HeaderName::from_static(name);
            (name, HeaderValue::from_static(value))
        });
        let headers: HeaderMap = pairs.collect();
        let refusal = TooMany::read(&headers, body.as_bytes());
        assert_eq!(refusal.scope, scope);
        refusal
    }

    #[test]
    fn refusal_that_is_not_discords_comes_from_the_network() {
        let blocked = r#"{"code": 0, "message": "You are being blocked temporarily"}"#;
        check(&[], blocked, Scope::Network);
        check(&[VIA], blocked, Scope::Route);
        for body in ["error code: 1015", r#"{"error": 1015}"#] {
            check(&[], body, Scope::Network);
            check(&[VIA], body, Scope::Network);
        }
        // A proxy may have taken the header off.
        for headers in [&[VIA][..], &[]] {
            check(headers, r#"{"retry_after": 1}"#, Scope::Route);
            check(headers, r#"{"retry_after": 1, "global": true}"#, Scope::All);
        }
        let shared = [VIA, ("x-ratelimit-scope", "shared")];
        check(&shared, r#"{"retry_after": 1}"#, Scope::Shared);
    }

    #[test]
    fn wait_of_no_time_is_an_unknown_one() {
        let blocked = check(&[("retry-after", "0")], "", Scope::Network);
        assert_eq!(blocked.wait, None);
        let limited = check(&[VIA], r#"{"retry_after": 0.0}"#, Scope::Route);
        assert_eq!(limited.wait, None);
        let soon = check(&[VIA], r#"{"retry_after": 0.001}"#, Scope::Route);
        assert_eq!(soon.wait, Some(Duration::from_millis(1)));
    }

    #[test]
    fn wait_is_an_hour_at_most() {
        let told = |text| check(&[("retry-after", text)], "", Scope::Network).wait;
        assert_eq!(told("1e19"), Some(LONGEST_WAIT));
        assert_eq!(told("1e400"), Some(LONGEST_WAIT));
        assert_eq!(told("-1"), None);
        assert_eq!(told("NaN"), None);
        let long = check(&[VIA], r#"{"retry_after": 1e19}"#, Scope::Route);
        assert_eq!(long.wait, Some(LONGEST_WAIT));
    }
}
