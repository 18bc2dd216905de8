package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.or;

import io.coxswain.api.slurm.ConfigController;
import io.coxswain.api.slurm.NodeContainer;
import io.coxswain.api.slurm.SlurmNode;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The program that writes configuration into the jail. */
final class SConfigController {
  private static final String NAME = "sconfigctrl";
  private static final String BUSYBOX = "cr.eu-north1.nebius.cloud/soperator/busybox";
  private static final long USER = 1001;

  private static final String PREPARE =
      """
      waited=0
      echo "Waiting for the jail to be populated, at most 600 s"
      until [ -f /mnt/jail/etc/soperator-jail-populated ]; do
        if [ "${waited}" -ge 600 ]; then
          echo "ERROR: the jail is not populated after ${waited} s"
          exit 1
        fi
        sleep 5
        waited=$((waited + 5))
      done
      mkdir -p "${JAIL_CONFIG_PATH}" \\
        && chown "${JAIL_UID}:${JAIL_GID}" "${JAIL_CONFIG_PATH}" \\
        && chmod 755 "${JAIL_CONFIG_PATH}"
      """;

  private SConfigController() {}

  static Deployment deployment(ClusterValues values) {
    ConfigController asked = asked(values);
    SlurmNode node = asked.getNode() == null ? new SlurmNode() : asked.getNode();
    Names names = values.names();
    var matching = Labels.matching(Component.SCONFIGCONTROLLER, names.cluster());
    var pod =
        Pods.where(values.filter(node.getK8sNodeFilterName()))
            .withHostUsers(node.getHostUsers())
            .withImagePullSecrets(container(asked).getImagePullSecrets())
            .withPriorityClassName(Pods.orNull(node.getPriorityClass()))
            .withInitContainers(prepare(asked))
            .withContainers(program(values, asked))
            .withVolumes(new Volumes(values, Component.SCONFIGCONTROLLER).jail().all())
            .withServiceAccountName(asked.getServiceAccountName());
    if (asked.getRunAsUid() != null || asked.getRunAsGid() != null) {
      pod.withNewSecurityContext()
          .withRunAsUser(asked.getRunAsUid())
          .withRunAsGroup(asked.getRunAsGid())
          .endSecurityContext();
    }
    return Pods.deployment(
        Pods.metadata(
            names.sConfigController(),
            names.namespace(),
            Labels.of(Component.SCONFIGCONTROLLER, names.cluster())),
        values.replicas(or(node.getSize(), 0)),
        "RollingUpdate",
        matching,
        Pods.template(matching, Pods.defaultContainer(NAME), pod.build()));
  }

  private static ConfigController asked(ClusterValues values) {
    ConfigController asked = values.spec().getConfigController();
    if (asked == null) {
      throw new InvalidClusterException(
          "spec.sConfigController: must be set; it writes the configuration files to the jail");
    }
    return asked;
  }

  private static NodeContainer container(ConfigController asked) {
    return Objects.requireNonNullElseGet(asked.getContainer(), NodeContainer::new);
  }

  private static Container prepare(ConfigController asked) {
    Long uid = asked.getRunAsUid();
    Long gid = asked.getRunAsGid();
    return new ContainerBuilder()
        .withName("init-dir")
        .withImage(BUSYBOX)
        .withImagePullPolicy("IfNotPresent")
        .withNewSecurityContext()
        .withRunAsUser(0L)
        .endSecurityContext()
        .withVolumeMounts(Mounts.jail())
        .withEnv(
            Containers.env("JAIL_CONFIG_PATH", "/mnt/jail/etc/slurm"),
            Containers.env("JAIL_UID", String.valueOf(uid == null ? USER : uid)),
            Containers.env("JAIL_GID", String.valueOf(gid == null ? USER : gid)))
        .withCommand("/bin/sh", "-c")
        .withArgs(PREPARE)
        .build();
  }

  private static Container program(ClusterValues values, ConfigController asked) {
    Names names = values.names();
    var arguments =
        new ArrayList<String>(
            List.of(
                "--cluster-namespace=" + names.namespace(),
                "--cluster-name=" + names.cluster(),
                "--jail-path=/mnt/jail",
                "--slurmapiserver=" + names.restUrl(Rest.port(values)),
                "--metrics-bind-address=:8443",
                "--metrics-secure=true",
                "--leader-elect"));
    if (asked.getReconfigurePollInterval() != null) {
      arguments.add("--reconfigure-poll-interval=" + asked.getReconfigurePollInterval());
    }
    if (asked.getReconfigureWaitTimeout() != null) {
      arguments.add("--reconfigure-wait-timeout=" + asked.getReconfigureWaitTimeout());
    }
    return Containers.port(Containers.of(NAME, container(asked)), "https", 8443)
        .withCommand("/usr/bin/sconfigcontroller")
        .withArgs(arguments)
        .withVolumeMounts(Mounts.jail())
        .build();
  }
}
