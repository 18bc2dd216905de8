package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.or;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.ExporterNode;
import io.coxswain.api.slurm.NodeContainer;
import io.coxswain.api.slurm.NodeFilter;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The exporter of Slurm's metrics. */
final class ExporterRender {
  private static final String NAME = "exporter";
  private static final String BUSYBOX = "cr.eu-north1.nebius.cloud/soperator/busybox:latest";

  private ExporterRender() {}

  static boolean enabled(ClusterValues values) {
    return on(values.nodes().getExporter().getEnabled());
  }

  /** Whether the deprecated exporter is still configured; it is left unchanged. */
  static boolean legacy(ClusterValues values) {
    var legacy = values.nodes().getExporter().getExporter();
    return legacy != null && !legacy.getImage().isEmpty();
  }

  private static NodeContainer container(ClusterValues values) {
    return Objects.requireNonNullElseGet(
        values.nodes().getExporter().getExporterContainer(), NodeContainer::new);
  }

  static Deployment deployment(ClusterValues values) {
    ExporterNode asked = values.nodes().getExporter();
    if (container(values).getImage().isEmpty()) {
      throw new InvalidClusterException(
          "spec.slurmNodes.exporter.exporterContainer.image: image for ExporterContainer is"
              + " empty");
    }
    Names names = values.names();
    var matching = Labels.matching(Component.EXPORTER, names.cluster());
    var init = new ArrayList<Container>(asked.getCustomInitContainers());
    init.add(placeholder());
    return Pods.deployment(
        Pods.metadata(
            names.exporter(), names.namespace(), Labels.of(Component.EXPORTER, names.cluster())),
        values.replicas(1),
        "Recreate",
        matching,
        Pods.template(
            matching,
            Map.of(),
            Pods.where(filter(values, asked.getK8sNodeFilterName()))
                .withHostUsers(asked.getHostUsers())
                .withImagePullSecrets(container(values).getImagePullSecrets())
                .withPriorityClassName(Pods.orNull(asked.getPriorityClass()))
                .withInitContainers(init)
                .withContainers(program(values))
                .withServiceAccountName(Pods.orNull(asked.getServiceAccountName()))
                .build()));
  }

  /** One that is not there means anywhere. */
  private static NodeFilter filter(ClusterValues values, String name) {
    return values.spec().getK8sNodeFilters().stream()
        .filter(filter -> filter.getName().equals(name))
        .findFirst()
        .orElseGet(NodeFilter::new);
  }

  /** Does nothing: an annotation of former versions wants a container of that name. */
  private static Container placeholder() {
    var resources = new TreeMap<String, Quantity>();
    resources.put("cpu", new Quantity("20m"));
    resources.put("memory", new Quantity("20Mi"));
    return new ContainerBuilder()
        .withName("munge")
        .withImage(BUSYBOX)
        .withCommand("sleep")
        .withArgs("0s")
        .withImagePullPolicy("IfNotPresent")
        .withResources(
            new ResourceRequirementsBuilder().withLimits(resources).withRequests(resources).build())
        .build();
  }

  private static Container program(ClusterValues values) {
    NodeContainer container = container(values);
    String api = values.names().restUrl(Rest.port(values));
    return Containers.of(NAME, container)
        .withCommand(container.getCommand())
        .withArgs(
            "--cluster-namespace=" + values.names().namespace(),
            "--cluster-name=" + values.names().cluster(),
            "--slurm-api-server=" + api)
        .withEnv(environment(values, api))
        .addNewPort()
        .withName("metrics")
        .withContainerPort(8080)
        .endPort()
        .addNewPort()
        .withName("monitoring")
        .withContainerPort(8081)
        .endPort()
        .build();
  }

  private static List<EnvVar> environment(ClusterValues values, String api) {
    ExporterNode asked = values.nodes().getExporter();
    var env = new ArrayList<EnvVar>();
    env.add(variable("CLUSTER_NAMESPACE", values.names().namespace()));
    env.add(variable("CLUSTER_NAME", values.names().cluster()));
    env.add(variable("SLURM_API_SERVER", api));
    env.add(variable("COLLECTION_INTERVAL", text(asked.getCollectionInterval())));
    env.add(
        variable(
            "MAX_COLLECTOR_INFLIGHT",
            String.valueOf(Math.max(1, or(asked.getMaxCollectorInflight(), 1)))));
    if (!text(asked.getJobSource()).isEmpty()) {
      env.add(variable("JOB_SOURCE", text(asked.getJobSource())));
    }
    if (!text(asked.getAccountingJobsLookback()).isEmpty()) {
      env.add(variable("ACCOUNTING_JOBS_LOOKBACK", text(asked.getAccountingJobsLookback())));
    }
    return env;
  }

  private static EnvVar variable(String name, String value) {
    return Containers.env("SLURM_EXPORTER_" + name, value);
  }
}
