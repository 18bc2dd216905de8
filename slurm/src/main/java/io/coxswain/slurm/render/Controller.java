package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.or;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.kruise.KruiseRollingUpdate;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.slurm.ControllerNode;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** slurmctld. */
final class Controller {
  static final String NAME = "slurmctld";
  private static final String SPOOL = "controller-spool";
  private static final Map<String, String> MAIN = Map.of(Labels.CONTROLLER_TYPE, Labels.MAIN);

  private static final String WAIT =
      """
      set -eu
      for file in passwd group shadow gshadow; do
        ln -sf "/mnt/jail/etc/${file}" "/etc/${file}"
      done
      chown -h 0:42 /etc/shadow /etc/gshadow
      rm -rf /etc/slurm && ln -s /mnt/jail/etc/slurm /etc/slurm

      echo "Waiting for munge"
      until [ -S /run/munge/munge.socket.2 ]; do sleep 5; done

      echo "Waiting for accounting"
      until sacctmgr -n --parsable2 list cluster >/dev/null 2>&1; do sleep 5; done
      echo "Accounting is ready"
      """;

  private Controller() {}

  static Service service(ClusterValues values) {
    ControllerNode asked = values.nodes().getController();
    return Services.inside(
            values,
            Component.CONTROLLER,
            values.names().service(Component.CONTROLLER),
            matching(values),
            or(asked.getSlurmctld().getPort(), 0),
            NAME)
        .editSpec()
        .editFirstPort()
        .withName(NAME)
        .endPort()
        .endSpec()
        .build();
  }

  private static SortedMap<String, String> matching(ClusterValues values) {
    return Labels.with(Labels.matching(Component.CONTROLLER, values.names().cluster()), MAIN);
  }

  static HasMetadata statefulSet(ClusterValues values) {
    ControllerNode asked = values.nodes().getController();
    Names names = values.names();
    SortedMap<String, String> labels =
        Labels.with(Labels.of(Component.CONTROLLER, names.cluster()), MAIN);
    Volumes volumes = volumes(values);
    var pod =
        Pods.where(values.filter(asked.getK8sNodeFilterName()))
            .addNewReadinessGate(StatefulSetRender.IN_PLACE_GATE)
            .withHostUsers(asked.getHostUsers())
            .withImagePullSecrets(asked.getSlurmctld().getImagePullSecrets())
            .withInitContainers(init(values))
            .withContainers(slurmctld(asked))
            .withVolumes(volumes.all())
            .withPriorityClassName(Pods.orNull(asked.getPriorityClass()))
            .withServiceAccountName(Pods.orNull(asked.getServiceAccountName()));
    var update = new KruiseRollingUpdate();
    update.setPodUpdatePolicy("InPlaceIfPossible");
    var set = new KruiseStatefulSet();
    set.setMetadata(Pods.metadata(names.controller(), names.namespace(), labels));
    var spec = set.getSpec();
    spec.setPodManagementPolicy("Parallel");
    spec.setServiceName(names.service(Component.CONTROLLER));
    spec.setReplicas(values.replicas(1));
    spec.setUpdateStrategy(StatefulSetRender.rolling(update));
    spec.setSelector(Pods.selector(matching(values)));
    spec.setVolumeClaimTemplates(volumes.claims());
    spec.setVolumeClaimUpdateStrategy(StatefulSetRender.claims("OnPodRollingUpdate"));
    spec.setTemplate(Pods.template(labels, Pods.defaultContainer(NAME), Pods.settled(pod)));
    return StatefulSetRender.on(values.platform(), set);
  }

  private static List<Container> init(ClusterValues values) {
    ControllerNode asked = values.nodes().getController();
    var init = new ArrayList<Container>(asked.getCustomInitContainers());
    init.add(Containers.munge(asked.getMunge()));
    if (asked.getSssd() != null) {
      init.add(
          Containers.sssd(
              asked.getSssd(),
              asked.getSssdDebugLevel(),
              text(asked.getSssdLdapCAConfigMapRefName())));
    }
    if (values.accounting()) {
      init.add(
          new ContainerBuilder()
              .withName("wait-for-accounting")
              .withImage(asked.getSlurmctld().getImage())
              .withImagePullPolicy(asked.getSlurmctld().getImagePullPolicy())
              .withCommand("/bin/bash", "-c", WAIT)
              .withVolumeMounts(Mounts.jail(), Mounts.mungeSocket())
              .build());
    }
    return init;
  }

  /** The image determines the command; the specified one is ignored. */
  private static Container slurmctld(ControllerNode asked) {
    var mounts =
        new ArrayList<VolumeMount>(
            List.of(
                Mounts.at(SPOOL, "/var/spool/slurmctld"),
                Mounts.jail(),
                Mounts.mungeSocket(),
                Mounts.securityLimits(),
                Mounts.restJwtKey()));
    mounts.addAll(Mounts.custom(asked.getVolumes().getCustomMounts(), ""));
    if (asked.getSssd() != null) {
      mounts.addAll(Mounts.sssd());
    }
    return Containers.terminated(
        Containers.port(
                Containers.of(NAME, asked.getSlurmctld()),
                NAME,
                or(asked.getSlurmctld().getPort(), 0))
            .withVolumeMounts(mounts)
            .withSecurityContext(
                Containers.security(
                    asked.getSlurmctld().getAppArmorProfile(), Containers.SYS_ADMIN)));
  }

  private static Volumes volumes(ClusterValues values) {
    ControllerNode asked = values.nodes().getController();
    var volumes =
        new Volumes(values, Component.CONTROLLER)
            .munge()
            .securityLimits(values.names().securityLimits(Component.CONTROLLER))
            .restJwtKey();
    if (asked.getSssd() != null) {
      volumes.sssd(sssdConf(values), text(asked.getSssdLdapCAConfigMapRefName()));
    }
    return volumes
        .asked(SPOOL, asked.getVolumes().getSpool())
        .asked(ClusterValues.JAIL, asked.getVolumes().getJail())
        .asked(asked.getVolumes().getCustomMounts());
  }

  private static String sssdConf(ClusterValues values) {
    String own = text(values.nodes().getController().getSssdConfSecretRefName());
    return own.isEmpty() ? values.names().sssdConf() : own;
  }

  /** Whether the usual sssd.conf is needed. */
  static boolean usualSssdConf(ClusterValues values) {
    ControllerNode asked = values.nodes().getController();
    return asked.getSssd() != null && text(asked.getSssdConfSecretRefName()).isEmpty();
  }

  static List<Step.Reference> dependencies(ClusterValues values) {
    var dependencies =
        new ArrayList<Step.Reference>(List.of(References.secret(values.names().munge())));
    if (values.accounting()) {
      dependencies.add(References.secret(values.names().slurmdbdConfigs()));
    }
    return dependencies;
  }
}
