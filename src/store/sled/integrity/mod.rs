//! Detection of lost and damaged data, which sled itself does not report.

pub(super) mod record_count;

pub(super) mod commit_marker;

pub(super) mod shutdown_marker;

pub(super) mod full_scan;
