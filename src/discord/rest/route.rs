//! Rate limit buckets of requests.

/// Requests that Discord counts together: the same route with the same major parameter.
///
/// Source: Discord, "Rate Limits": buckets are kept per route and per top-level resource
/// (`channel_id`, `guild_id`, `webhook_id` or `webhook_id + webhook_token`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RouteKey {
    /// Method and path with every number masked.
    pub route: String,
    /// Part of the path that has a bucket of its own, including the token.
    pub major: String,
    /// True if the request does not count toward the limit of 50 per second.
    pub unlimited: bool,
}

impl RouteKey {
    /// Returns the kind of the route, as metrics name it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.major.split('/').next() {
            Some("interactions") => "callback",
            Some("webhooks") => "webhook",
            Some("channels") => "channel",
            _ => "other",
        }
    }

    /// Parses a method and a path below `/api/v10`, without the query.
    #[must_use]
    pub fn new(method: &str, path: &str) -> Self {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        // The callback of an interaction is counted by its token, like the webhook it becomes.
        let major_len = match parts.first().copied() {
            Some("interactions" | "webhooks") => 3,
            Some("channels" | "guilds") => 2,
            _ => 0,
        };
        let major_len = major_len.min(parts.len());
        let mut route = method.to_owned();
        for (i, part) in parts.iter().enumerate() {
            let masked = (1..major_len).contains(&i) || part.bytes().all(|b| b.is_ascii_digit());
            route.push('/');
            route.push_str(if masked { ":" } else { part });
        }
        Self {
            route,
            major: parts[..major_len].join("/"),
            // The webhook of an interaction is named by its token; the bot has no others.
            unlimited: matches!(parts[..], ["interactions" | "webhooks", _, _, ..]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RouteKey;

    #[track_caller]
    fn check(method: &str, path: &str, route: &str, major: &str) {
        let key = RouteKey::new(method, path);
        assert_eq!((key.route.as_str(), key.major.as_str()), (route, major));
    }

    #[test]
    fn messages_of_a_channel_share_a_route_and_not_a_channel() {
        check(
            "PATCH",
            "/channels/12/messages/34",
            "PATCH/channels/:/messages/:",
            "channels/12",
        );
        check(
            "POST",
            "/channels/12/messages",
            "POST/channels/:/messages",
            "channels/12",
        );
    }

    #[test]
    fn each_interaction_has_a_bucket_of_its_own() {
        let path = "/webhooks/1/aW50/messages/@original";
        check(
            "PATCH",
            path,
            "PATCH/webhooks/:/:/messages/@original",
            "webhooks/1/aW50",
        );
        assert!(RouteKey::new("PATCH", path).unlimited);
        let path = "/interactions/7/tok/callback";
        check(
            "POST",
            path,
            "POST/interactions/:/:/callback",
            "interactions/7/tok",
        );
        assert!(RouteKey::new("POST", path).unlimited);
    }

    #[test]
    fn routes_without_a_major_parameter_are_one_bucket() {
        check(
            "PUT",
            "/applications/1/commands",
            "PUT/applications/:/commands",
            "",
        );
    }
}
