package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;

import io.coxswain.api.monitoring.MetricsEndpoint;
import io.coxswain.api.monitoring.MonitoredNamespaces;
import io.coxswain.api.monitoring.PodMonitor;
import io.coxswain.api.monitoring.RelabelConfig;
import io.coxswain.api.monitoring.ServiceMonitor;
import io.coxswain.api.slurm.OpenMetrics;
import io.coxswain.api.slurm.OpenMetricsServiceMonitor;
import io.coxswain.api.slurm.PodMonitorConfig;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** What Prometheus scrapes of a cluster. */
final class Monitors {
  private static final List<String> ENDPOINTS =
      List.of("jobs", "jobs-users-accts", "nodes", "partitions", "scheduler");

  private Monitors() {}

  /** Whether slurmctld serves metrics; true by default. */
  static boolean openMetrics(ClusterValues values) {
    OpenMetrics metrics = values.nodes().getController().getOpenMetrics();
    return metrics == null || metrics.getEnabled() == null || on(metrics.getEnabled());
  }

  static ServiceMonitor slurmctld(ClusterValues values) {
    Names names = values.names();
    OpenMetrics metrics = values.nodes().getController().getOpenMetrics();
    OpenMetricsServiceMonitor asked =
        metrics == null || metrics.getServiceMonitor() == null
            ? new OpenMetricsServiceMonitor()
            : metrics.getServiceMonitor();
    var namespaces = new MonitoredNamespaces();
    namespaces.setMatchNames(List.of(names.namespace()));
    var monitor = new ServiceMonitor();
    monitor.setMetadata(
        Pods.metadata(
            names.serviceMonitor(),
            names.namespace(),
            Labels.of(Component.CONTROLLER, names.cluster())));
    monitor
        .getSpec()
        .setSelector(Pods.selector(Labels.matching(Component.CONTROLLER, names.cluster())));
    monitor.getSpec().setNamespaceSelector(namespaces);
    var endpoints = new ArrayList<MetricsEndpoint>();
    for (String name : asked.getEndpoints().isEmpty() ? ENDPOINTS : asked.getEndpoints()) {
      MetricsEndpoint endpoint = endpoint(Controller.NAME, "/metrics/" + name);
      endpoint.setInterval(asked.getInterval());
      endpoint.setScrapeTimeout(asked.getScrapeTimeout());
      endpoint.setMetricRelabelings(List.of(dropPodLabels()));
      endpoints.add(endpoint);
    }
    monitor.getSpec().setEndpoints(endpoints);
    return monitor;
  }

  static PodMonitor exporter(ClusterValues values) {
    Names names = values.names();
    var named = new TreeMap<String, String>();
    named.put(Labels.NAME, "slurm-exporter");
    var selected = new TreeMap<String, String>();
    selected.put(Labels.COMPONENT, Component.EXPORTER.word());
    PodMonitorConfig asked =
        Objects.requireNonNullElseGet(
            values.nodes().getExporter().getPodMonitorConfig(), PodMonitorConfig::new);
    var monitor = new PodMonitor();
    monitor.setMetadata(Pods.metadata(names.podMonitor(), names.namespace(), named));
    monitor.getSpec().setJobLabel(asked.getJobLabel());
    monitor.getSpec().setSelector(Pods.selector(selected));
    monitor
        .getSpec()
        .setPodMetricsEndpoints(List.of(exporter(asked, "metrics"), exporter(asked, "monitoring")));
    return monitor;
  }

  private static MetricsEndpoint exporter(PodMonitorConfig asked, String port) {
    MetricsEndpoint endpoint = endpoint(port, "/metrics");
    endpoint.setInterval(asked.getInterval());
    endpoint.setScrapeTimeout(asked.getScrapeTimeout());
    var relabelings = new ArrayList<RelabelConfig>(List.of(dropPodLabels()));
    relabelings.addAll(asked.getMetricRelabelConfigs());
    endpoint.setMetricRelabelings(relabelings);
    endpoint.setRelabelings(asked.getRelabelConfig());
    return endpoint;
  }

  /** Older operators take the scheme in lower case only. */
  private static MetricsEndpoint endpoint(String port, String path) {
    var endpoint = new MetricsEndpoint();
    endpoint.setPort(port);
    endpoint.setPath(path);
    endpoint.setScheme("http");
    return endpoint;
  }

  /** They change with every restart and contain nothing about Slurm. */
  private static RelabelConfig dropPodLabels() {
    var drop = new RelabelConfig();
    drop.setAction("labeldrop");
    drop.setRegex("pod|instance|container");
    return drop;
  }
}
