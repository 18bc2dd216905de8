package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.or;
import static io.coxswain.slurm.values.ClusterValues.orIfZero;

import io.coxswain.api.slurm.NodeContainer;
import io.coxswain.api.slurm.RestNode;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** slurmrestd. */
final class Rest {
  private static final String NAME = "slurmrestd";
  private static final int PORT = 6820;

  private Rest() {}

  /** slurmrestd checks tokens against accounting, so there must be both. */
  static boolean enabled(ClusterValues values) {
    return values.rest() && values.accounting();
  }

  static int port(ClusterValues values) {
    return orIfZero(container(values).getPort(), PORT);
  }

  private static NodeContainer container(ClusterValues values) {
    return Objects.requireNonNullElseGet(values.nodes().getRest().getRest(), NodeContainer::new);
  }

  static Service service(ClusterValues values) {
    return Services.inside(
            values, Component.REST, values.names().service(Component.REST), port(values), NAME)
        .build();
  }

  static Deployment deployment(ClusterValues values) {
    RestNode asked = values.nodes().getRest();
    if (container(values).getImage().isEmpty()) {
      throw new InvalidClusterException(
          "spec.slurmNodes.rest.rest.image: image for ContainerREST is empty");
    }
    Names names = values.names();
    var matching = Labels.matching(Component.REST, names.cluster());
    return Pods.deployment(
        Pods.metadata(names.rest(), names.namespace(), Labels.of(Component.REST, names.cluster())),
        values.replicas(or(asked.getSize(), 0)),
        "Recreate",
        matching,
        Pods.template(
            matching,
            Pods.defaultContainer(NAME),
            Pods.where(values.filter(asked.getK8sNodeFilterName()))
                .withHostUsers(asked.getHostUsers())
                .withImagePullSecrets(container(values).getImagePullSecrets())
                .withHostname("rest")
                .withInitContainers(asked.getCustomInitContainers())
                .withContainers(slurmrestd(values))
                .withVolumes(new Volumes(values, Component.REST).add(configs(names)).jail().all())
                .withPriorityClassName(Pods.orNull(asked.getPriorityClass()))
                .build()));
  }

  private static Container slurmrestd(ClusterValues values) {
    RestNode asked = values.nodes().getRest();
    NodeContainer container = container(values);
    var env = new ArrayList<EnvVar>();
    if (asked.getThreadCount() != null) {
      env.add(Containers.env("SLURMRESTD_THREAD_COUNT", String.valueOf(asked.getThreadCount())));
    }
    if (asked.getMaxConnections() != null) {
      env.add(
          Containers.env("SLURMRESTD_MAX_CONNECTIONS", String.valueOf(asked.getMaxConnections())));
    }
    env.addAll(container.getCustomEnv());
    return Containers.port(Containers.withCommand(NAME, container), NAME, port(values))
        .withEnv(env)
        .withVolumeMounts(Mounts.slurmConfigs(), Mounts.readOnly("jail", "/mnt/jail"))
        .withSecurityContext(Containers.security(container.getAppArmorProfile()))
        .build();
  }

  private static Volume configs(Names names) {
    return new VolumeBuilder()
        .withName("slurm-configs")
        .withNewConfigMap()
        .withName(names.slurmConfigs())
        .endConfigMap()
        .build();
  }

  static List<Step.Reference> dependencies(ClusterValues values) {
    Names names = values.names();
    return List.of(
        References.slurmConfigs(names),
        References.secret(names.slurmdbdConfigs()),
        References.secret(names.restJwtKey()));
  }
}
