//! TLS to the database, by rustls: a server's certificate is always checked.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::postgres::error::OpenError;

/// Returns a connector that trusts the certificates in the file `roots`, or the usual ones.
pub(super) fn connector(roots: Option<&Path>) -> Result<MakeRustlsConnect, OpenError> {
    let mut trusted = RootCertStore::empty();
    match roots {
        None => trusted.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(path) => {
            let wrong = |reason: String| OpenError::RootCertificate {
                path: path.to_owned(),
                reason,
            };
            let pem = fs::read(path).map_err(|error| wrong(error.to_string()))?;
            for certificate in CertificateDer::pem_slice_iter(&pem) {
                let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
                let added = trusted.add(certificate);
                added.map_err(|error| wrong(error.to_string()))?;
            }
            if trusted.is_empty() {
                return Err(wrong("it has none".to_owned()));
            }
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("protocol versions of the provider")
        .with_root_certificates(trusted)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}
