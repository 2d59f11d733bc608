//! Manifests of Kubernetes: they set what can be set, and name what is there.

use std::net::SocketAddr;
use std::path::Path;

use focusbot::config::{Config, Interactions};
use yaml_rust2::{Yaml, YamlLoader};

use crate::support::files::read;

/// Returns the objects of a manifest of Kubernetes.
fn objects(path: &str) -> Vec<Yaml> {
    let objects = YamlLoader::load_from_str(&read(path));
    objects.unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the objects of a kind, which is there.
fn of_kind<'o>(objects: &'o [Yaml], kind: &str) -> Vec<&'o Yaml> {
    let found = objects
        .iter()
        .filter(|object| object["kind"].as_str() == Some(kind));
    let found: Vec<_> = found.collect();
    assert!(!found.is_empty(), "no {kind}");
    found
}

/// Returns the settings of a manifest; the files that they name exist only in the cluster.
fn settings(objects: &[Yaml]) -> (Config, Vec<String>) {
    let data = of_kind(objects, "ConfigMap")[0]["data"].as_hash();
    let text = |value: &Yaml| value.as_str().expect("a text").to_owned();
    let data = data.expect("settings").iter();
    let (files, settings): (Vec<_>, Vec<_>) = data
        .map(|(name, value)| (text(name), text(value)))
        .partition(|(name, _)| name.ends_with("_FILE"));
    let config = Config::load(None, &settings).unwrap_or_else(|error| panic!("{error}"));
    (config, files.into_iter().map(|(_, file)| file).collect())
}

/// Returns the port at which a setting listens.
fn port(listens: Option<SocketAddr>) -> Option<i64> {
    listens.map(|address| address.port().into())
}

#[test]
fn pods_of_a_cluster_set_what_can_be_set_and_are_found_by_their_label() {
    let objects = objects("assets/deploy/kubernetes.yaml");
    let deployment = &of_kind(&objects, "Deployment")[0]["spec"];
    let (template, pod) = (&deployment["template"], &deployment["template"]["spec"]);
    let container = &pod["containers"][0];
    let map = &of_kind(&objects, "ConfigMap")[0]["metadata"]["name"];
    assert_eq!(&container["envFrom"][0]["configMapRef"]["name"], map);
    // Variables of services begin like settings.
    assert_eq!(pod["enableServiceLinks"].as_bool(), Some(false));

    let (config, files) = settings(&objects);
    assert!(config.store.url.is_some());
    assert_eq!(files.len(), 2, "token and password");
    let mounts = container["volumeMounts"].as_vec().expect("mounts");
    let mounted = |name: &str| {
        let mount = mounts
            .iter()
            .find(|mount| mount["name"].as_str() == Some(name));
        mount.and_then(|mount| mount["mountPath"].as_str())
    };
    let secrets = Path::new(mounted("secrets").expect("secrets"));
    assert!(
        files
            .iter()
            .all(|file| Path::new(file).parent() == Some(secrets))
    );
    assert_eq!(mounted("data"), Some("/data"), "as the image says");

    let monitor = &container["ports"][0];
    assert_eq!(
        monitor["containerPort"].as_i64(),
        port(config.monitor.listen)
    );
    for (probe, path) in [
        ("livenessProbe", "/healthz"),
        ("readinessProbe", "/readyz/balancer"),
    ] {
        let get = &container[probe]["httpGet"];
        assert_eq!(get["path"].as_str(), Some(path));
        assert_eq!(get["port"], monitor["name"]);
    }

    let label = &template["metadata"]["labels"];
    assert!(label["app"].as_str().is_some());
    assert_eq!(&deployment["selector"]["matchLabels"], label);
    let budget = &of_kind(&objects, "PodDisruptionBudget")[0]["spec"];
    assert_eq!(&budget["selector"]["matchLabels"], label);
    let service = &of_kind(&objects, "Service")[0]["spec"];
    assert_eq!(&service["selector"], label);
    assert_eq!(service["ports"][0]["targetPort"], monitor["name"]);
}

#[test]
fn interactions_from_outside_a_cluster_reach_the_pods() {
    let cluster = objects("assets/deploy/kubernetes.yaml");
    let objects = objects("assets/deploy/kubernetes-http.yaml");
    let name = |objects: &[Yaml]| of_kind(objects, "ConfigMap")[0]["metadata"]["name"].clone();
    assert_eq!(name(&objects), name(&cluster), "one replaces the other");
    let ((config, files), (usual, usual_files)) = (settings(&objects), settings(&cluster));
    assert_eq!(files, usual_files);
    assert_eq!(
        (config.store, config.data, config.monitor),
        (usual.store, usual.data, usual.monitor)
    );
    assert_eq!(config.discord.interactions, Interactions::Http);

    let service = of_kind(&objects, "Service")[0];
    let way = &service["spec"]["ports"][0];
    assert_eq!(way["targetPort"].as_i64(), port(config.discord.listen));
    let label = &of_kind(&cluster, "Deployment")[0]["spec"]["template"]["metadata"]["labels"];
    assert_eq!(&service["spec"]["selector"], label);
    let path = &of_kind(&objects, "Ingress")[0]["spec"]["rules"][0]["http"]["paths"][0];
    assert_eq!(path["path"].as_str(), Some("/interactions"));
    let backend = &path["backend"]["service"];
    assert_eq!(backend["name"], service["metadata"]["name"]);
    assert_eq!(backend["port"]["name"], way["name"]);
}
