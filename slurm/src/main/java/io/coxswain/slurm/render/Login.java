package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.or;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.kruise.KruiseRollingUpdate;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.slurm.LoginNode;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The nodes that users log in to. */
final class Login {
  static final String NAME = "sshd";
  private static final String SSH_CONFIGS = "ssh-configs";
  private static final String ISOLATION = "user-isolation";

  private Login() {}

  static Service service(ClusterValues values) {
    LoginNode asked = values.nodes().getLogin();
    var service =
        Services.inside(
                values,
                Component.LOGIN,
                values.names().service(Component.LOGIN),
                or(asked.getSshd().getPort(), 0),
                NAME)
            .build();
    if (!asked.getSshdServiceAnnotations().isEmpty()) {
      service.getMetadata().setAnnotations(new TreeMap<>(asked.getSshdServiceAnnotations()));
    }
    var spec = service.getSpec();
    spec.setType(asked.getSshdServiceType());
    if (asked.getSshdServiceType().equals("LoadBalancer")) {
      spec.setLoadBalancerIP(Pods.orNull(asked.getSshdServiceLoadBalancerIP()));
      spec.setLoadBalancerSourceRanges(asked.getSshdServiceLoadBalancerSourceRanges());
    } else if (asked.getSshdServiceType().equals("NodePort")) {
      spec.getPorts().getFirst().setNodePort(asked.getSshdServiceNodePort());
    }
    return service;
  }

  static Service headlessService(ClusterValues values) {
    return Services.inside(
            values,
            Component.LOGIN,
            values.names().loginHeadlessService(),
            or(values.nodes().getLogin().getSshd().getPort(), 0),
            NAME)
        .editSpec()
        .withClusterIP("None")
        .endSpec()
        .build();
  }

  static HasMetadata statefulSet(ClusterValues values) {
    LoginNode asked = values.nodes().getLogin();
    Names names = values.names();
    SortedMap<String, String> labels = Labels.of(Component.LOGIN, names.cluster());
    Volumes volumes = volumes(values);
    var pod =
        Pods.where(values.filter(asked.getK8sNodeFilterName()))
            .withHostUsers(asked.getHostUsers())
            .withImagePullSecrets(asked.getSshd().getImagePullSecrets())
            .withInitContainers(init(asked))
            .withContainers(sshd(values))
            .withVolumes(volumes.all())
            .withNewDnsConfig()
            .withSearches(searches(names))
            .endDnsConfig()
            .withPriorityClassName(Pods.orNull(asked.getPriorityClass()));
    var update = new KruiseRollingUpdate();
    update.setMaxUnavailable(new IntOrString(1));
    update.setPodUpdatePolicy("ReCreate");
    update.setPartition(0);
    update.setMinReadySeconds(0);
    var set = new KruiseStatefulSet();
    set.setMetadata(Pods.metadata(names.login(), names.namespace(), labels));
    var spec = set.getSpec();
    spec.setPodManagementPolicy("Parallel");
    spec.setServiceName(names.loginHeadlessService());
    spec.setReplicas(values.replicas(or(asked.getSize(), 0)));
    spec.setUpdateStrategy(StatefulSetRender.rolling(update));
    spec.setSelector(Pods.selector(Labels.matching(Component.LOGIN, names.cluster())));
    spec.setVolumeClaimTemplates(volumes.claims());
    spec.setVolumeClaimUpdateStrategy(StatefulSetRender.claims("OnPodRollingUpdate"));
    spec.setTemplate(Pods.template(labels, Pods.defaultContainer(NAME), Pods.settled(pod)));
    return StatefulSetRender.on(values.platform(), set);
  }

  /** So that workers and login nodes find one another by their short names. */
  static List<String> searches(Names names) {
    return List.of(
        names.host(names.service(Component.NODESET)), names.host(names.loginHeadlessService()));
  }

  private static List<Container> init(LoginNode asked) {
    var init = new ArrayList<Container>(asked.getCustomInitContainers());
    init.add(Containers.munge(asked.getMunge()));
    if (asked.getSssd() != null) {
      init.add(
          Containers.sssd(
              asked.getSssd(),
              asked.getSssdDebugLevel(),
              text(asked.getSssdLdapCAConfigMapRefName())));
    }
    return init;
  }

  private static Container sshd(ClusterValues values) {
    LoginNode asked = values.nodes().getLogin();
    var mounts =
        new ArrayList<VolumeMount>(
            List.of(Mounts.jail(), Mounts.mungeSocket(), Mounts.securityLimits()));
    mounts.addAll(Mounts.sshd());
    mounts.addAll(Mounts.scratch());
    mounts.add(Mounts.readOnly(SSH_CONFIGS, "/mnt/ssh-configs"));
    if (isolated(asked)) {
      mounts.add(
          Mounts.readOnlyFile(
              ISOLATION, "/etc/soperator/user-isolation.conf", "user-isolation.conf"));
    }
    if (asked.getSssd() != null) {
      mounts.addAll(Mounts.sssd());
    }
    mounts.addAll(Mounts.custom(asked.getVolumes().getJailSubMounts(), Mounts.JAIL_UPPER + "/"));
    mounts.addAll(Mounts.custom(asked.getVolumes().getCustomMounts(), ""));
    var env = new ArrayList<EnvVar>();
    env.add(Containers.env("SLURM_CLUSTER_WITH_GPU", String.valueOf(values.gpu())));
    env.addAll(asked.getSshd().getCustomEnv());
    String profile = AppArmor.used(values, asked.getSshd().getAppArmorProfile());
    return Containers.terminated(
        Containers.port(
                Containers.withCommand(NAME, asked.getSshd()),
                NAME,
                or(asked.getSshd().getPort(), 0))
            .withEnv(env)
            .withVolumeMounts(mounts)
            .withSecurityContext(
                new SecurityContextBuilder(Containers.security(profile, Containers.SYS_ADMIN))
                    .withPrivileged(true)
                    .build()));
  }

  private static Volumes volumes(ClusterValues values) {
    LoginNode asked = values.nodes().getLogin();
    var volumes =
        new Volumes(values, Component.LOGIN)
            .munge()
            .securityLimits(values.names().securityLimits(Component.LOGIN))
            .sshd()
            .scratch(asked.getSshd().getResources().get("memory"))
            .add(Volumes.configMap(SSH_CONFIGS, sshdConfig(values), Volumes.MODE));
    if (isolated(asked)) {
      volumes.add(Volumes.configMap(ISOLATION, values.names().userIsolation(), Volumes.MODE));
    }
    if (asked.getSssd() != null) {
      volumes.sssd(sssdConf(values), text(asked.getSssdLdapCAConfigMapRefName()));
    }
    return volumes
        .asked(ClusterValues.JAIL, asked.getVolumes().getJail())
        .asked(asked.getVolumes().getJailSubMounts())
        .asked(asked.getVolumes().getCustomMounts());
  }

  private static boolean isolated(LoginNode asked) {
    return asked.getUserIsolation() != null && on(asked.getUserIsolation().getEnabled());
  }

  /** The ConfigMap in use: one that is named, or the usual one. */
  static String sshdConfig(ClusterValues values) {
    String own = text(values.nodes().getLogin().getSshdConfigMapRefName());
    return own.isEmpty() ? values.names().sshConfigs() : own;
  }

  static boolean usualSshdConfig(ClusterValues values) {
    return text(values.nodes().getLogin().getSshdConfigMapRefName()).isEmpty();
  }

  private static String sssdConf(ClusterValues values) {
    String own = text(values.nodes().getLogin().getSssdConfSecretRefName());
    return own.isEmpty() ? values.names().sssdConf() : own;
  }

  static boolean usualSssdConf(ClusterValues values) {
    LoginNode asked = values.nodes().getLogin();
    return asked.getSssd() != null && text(asked.getSssdConfSecretRefName()).isEmpty();
  }

  /** Only the ConfigMap of sshd that is in use: the usual one may not exist. */
  static List<Step.Reference> dependencies(ClusterValues values) {
    Names names = values.names();
    var dependencies = new ArrayList<Step.Reference>();
    dependencies.add(References.configMap(names.sshRootKeys()));
    dependencies.add(References.secret(names.munge()));
    if (isolated(values.nodes().getLogin())) {
      dependencies.add(References.configMap(names.userIsolation()));
    }
    if (values.accounting()) {
      dependencies.add(References.secret(names.slurmdbdConfigs()));
    }
    dependencies.add(References.configMap(sshdConfig(values)));
    return dependencies;
  }
}
