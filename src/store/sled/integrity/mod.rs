//! Detection of lost and damaged data, about which sled itself says nothing.

pub(super) mod record_count;

pub(super) mod commit_marker;

pub(super) mod shutdown_marker;

pub(super) mod full_scan;
