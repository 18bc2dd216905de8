package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.slurm.render.config.LimitsConf;
import io.coxswain.slurm.render.config.SlurmConfigFiles;
import io.coxswain.slurm.render.config.SshdConf;
import io.coxswain.slurm.render.config.SupervisordConf;
import io.coxswain.slurm.render.config.UserIsolationConf;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.NodeSetValues;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ConfigMaps of a cluster: each holds files. */
final class ConfigMaps {
  private ConfigMaps() {}

  static ConfigMap slurmConfigs(ClusterValues values) {
    return of(
        values, Component.CONTROLLER, values.names().slurmConfigs(), SlurmConfigFiles.of(values));
  }

  /** Brings the same files into the jail. */
  static JailedConfig jailedSlurmConfigs(ClusterValues values) {
    var jailed = new JailedConfig();
    jailed.setMetadata(
        Pods.metadata(
            values.names().slurmConfigs(),
            values.names().namespace(),
            Labels.with(
                Labels.of(Component.CONTROLLER, values.names().cluster()),
                Map.of(Labels.JAILED_AGGREGATION, Labels.JAILED_AGGREGATION_COMMON))));
    jailed.getSpec().getConfigMap().setName(values.names().slurmConfigs());
    jailed
        .getSpec()
        .setItems(
            SlurmConfigFiles.of(values).sequencedKeySet().stream().map(ConfigMaps::item).toList());
    jailed.getSpec().setUpdateActions(List.of("Reconfigure"));
    return jailed;
  }

  private static KeyToPath item(String file) {
    return new KeyToPathBuilder().withKey(file).withPath(SlurmConfigFiles.DIRECTORY + file).build();
  }

  static ConfigMap sysctl(ClusterValues values) {
    return of(
        values,
        Component.WORKER,
        values.names().sysctl(),
        Map.of("sysctl.conf", "vm.max_map_count=655300"));
  }

  static ConfigMap securityLimits(
      ClusterValues values, Component component, @Nullable String asked) {
    return of(
        values,
        component,
        values.names().securityLimits(component),
        Map.of("limits.conf", text(asked).isEmpty() ? LimitsConf.EMPTY : text(asked)));
  }

  static ConfigMap nodeSetSecurityLimits(NodeSetValues set) {
    var security = set.spec().getSlurmd().getSecurity();
    String asked = security == null ? "" : text(security.getLimitsConfig());
    return of(
        set.cluster(),
        Component.NODESET,
        set.cluster().names().nodeSetSecurityLimits(set.name()),
        Map.of("limits.conf", asked.isEmpty() ? LimitsConf.worker() : asked));
  }

  static ConfigMap sshd(ClusterValues values) {
    return of(
        values,
        Component.LOGIN,
        values.names().sshConfigs(),
        Map.of("sshd_config", SshdConf.of(values)));
  }

  static ConfigMap workerSshd(ClusterValues values) {
    return of(
        values,
        Component.WORKER,
        values.names().sshConfigsWorker(),
        Map.of("sshd_config", SshdConf.of(values)));
  }

  static ConfigMap supervisord(ClusterValues values) {
    return of(
        values,
        Component.WORKER,
        values.names().supervisord(),
        Map.of("supervisord.conf", SupervisordConf.of()));
  }

  static ConfigMap sshRootKeys(ClusterValues values) {
    List<String> keys = values.nodes().getLogin().getSshRootPublicKeys();
    return of(
        values,
        Component.LOGIN,
        values.names().sshRootKeys(),
        Map.of("authorized_keys", String.join("\n", keys == null ? List.of() : keys)));
  }

  static ConfigMap userIsolation(ClusterValues values) {
    return of(
        values,
        Component.LOGIN,
        values.names().userIsolation(),
        Map.of("user-isolation.conf", UserIsolationConf.of(values)));
  }

  private static ConfigMap of(
      ClusterValues values, Component component, String name, Map<String, String> files) {
    return new ConfigMapBuilder()
        .withMetadata(
            Pods.metadata(
                name, values.names().namespace(), Labels.of(component, values.names().cluster())))
        .withData(files)
        .build();
  }
}
