package io.coxswain.kube.host;

import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.kube.host.gates.Version;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Metrics of the process itself. */
final class HostMetrics {
  private final Gauge running;

  HostMetrics(
      PrometheusRegistry registry,
      FeatureGates gates,
      Version minCompatibility,
      int disabledMetrics) {
    gauge(
            registry,
            "kubernetes_build_info",
            "[ALPHA] A metric with a constant '1' value labeled by what Kubernetes was built from"
                + " and where it is running.",
            "build_date",
            "compiler",
            "git_commit",
            "git_tree_state",
            "git_version",
            "go_version",
            "major",
            "minor",
            "platform")
        .labelValues(
            "1970-01-01T00:00:00Z",
            "coxswain",
            "",
            "",
            Version.GIT,
            "java" + Runtime.version().feature(),
            Integer.toString(Version.BINARY.major()),
            Integer.toString(Version.BINARY.minor()),
            "linux/amd64")
        .set(1);
    gauge(
            registry,
            "version_info",
            "[ALPHA] Provides the compatibility version info of the component.",
            "binary",
            "component",
            "emulation",
            "min_compat")
        .labelValues(
            Version.GIT.substring(1),
            "kube",
            gates.emulated().toString(),
            minCompatibility.toString())
        .set(1);
    Gauge features =
        gauge(
            registry,
            "kubernetes_feature_enabled",
            "[BETA] This metric records the data about the stage and enablement of a k8s feature.",
            "name",
            "stage");
    gates
        .stages()
        .forEach((name, stage) -> features.labelValues(name, stage).set(gates.isOn(name) ? 1 : 0));
    counter(registry, "hidden_metrics_total", "[BETA] The count of hidden metrics.");
    counter(registry, "disabled_metrics_total", "[BETA] The count of disabled metrics.")
        .inc(disabledMetrics);
    running =
        gauge(
            registry,
            "running_managed_controllers",
            "[ALPHA] Indicates where instances of a controller are currently running",
            "manager",
            "name");
  }

  private static Gauge gauge(
      PrometheusRegistry registry, String name, String help, String... labels) {
    return Gauge.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  private static Counter counter(PrometheusRegistry registry, String name, String help) {
    return Counter.builder().name(name).help(help).withoutExemplars().register(registry);
  }

  /** Upstream reports this for one controller only. */
  void running(String controller) {
    if (controller.equals("node-ipam-controller")) {
      running.labelValues("kube-controller-manager", "nodeipam").set(1);
    }
  }
}
