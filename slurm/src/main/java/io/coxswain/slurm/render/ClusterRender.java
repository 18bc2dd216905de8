package io.coxswain.slurm.render;

import io.coxswain.api.mariadb.Grant;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.api.monitoring.PodMonitor;
import io.coxswain.api.monitoring.ServiceMonitor;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that a cluster consists of but its jail's {@linkplain PopulateJail Job}, which comes
 * first, and its {@linkplain NodeSetRender workers}.
 */
public final class ClusterRender {
  private final ClusterValues values;
  private final Names names;

  private ClusterRender(ClusterValues values) {
    this.values = values;
    this.names = values.names();
  }

  public static ClusterRender of(ClusterValues values) {
    return new ClusterRender(values);
  }

  /** The groups, in the order in which they are written. */
  public List<Group> groups() {
    return List.of(
        common(), accounting(), sConfigController(), controllers(), login(), rest(), exporter());
  }

  /** What the others share: keys and the configuration of Slurm. */
  public Group common() {
    var steps = new ArrayList<Step>();
    steps.add(
        generate(
            "REST JWT secret",
            names.restJwtKey(),
            entropy -> GeneratedSecrets.restJwtKey(values, entropy)));
    steps.add(Step.keep("Slurm configs ConfigMap", s -> ConfigMaps.slurmConfigs(values)));
    steps.add(Step.keep("Slurm configs JailedConfig", s -> ConfigMaps.jailedSlurmConfigs(values)));
    steps.add(
        generate(
            "Munge secret", names.munge(), entropy -> GeneratedSecrets.mungeKey(values, entropy)));
    if (values.platform().appArmor() && values.defaultAppArmorProfile()) {
      steps.add(Step.keep("AppArmor profile", s -> AppArmor.profile(values)));
    }
    steps.add(Step.keep("Sysctl ConfigMap", s -> ConfigMaps.sysctl(values)));
    steps.add(
        generate(
            "SSHD keys secret",
            values.sshdKeys(),
            entropy -> GeneratedSecrets.sshdKeys(values, Component.WORKER, entropy)));
    return new Group("Common", steps);
  }

  /** slurmdbd and its database, or their removal. */
  public Group accounting() {
    var steps = new ArrayList<Step>();
    boolean enabled = values.accounting();
    if (enabled || Accounting.hasDatabase(values)) {
      steps.add(Step.keep("Slurmdbd configs secret", s -> SlurmdbdSecret.of(values, s)));
    }
    if (enabled && MariaDatabase.protectedSecret(values)) {
      // Before the Secret that holds the password too.
      steps.addFirst(password("MariaDB root secret", Names.MARIADB_ROOT));
      steps.addFirst(password("MariaDB password secret", Names.MARIADB_PASSWORD));
    }
    steps.add(
        enabled
            ? Step.keep("Service", s -> Accounting.service(values))
            : new Step.Remove("Service", Service.class, names.service(Component.ACCOUNTING)));
    if (values.platform().mariaDb()) {
      boolean database = enabled && MariaDatabase.enabled(values);
      steps.add(
          database
              ? Step.keep("MariaDB Grant", s -> MariaDatabase.grant(values))
              : new Step.Remove("MariaDB Grant", Grant.class, names.database()));
      steps.add(
          database
              ? Step.keep("MariaDB", s -> MariaDatabase.database(values))
              : new Step.Remove("MariaDB", MariaDb.class, names.database()));
    }
    steps.add(
        enabled
            ? new Step.Keep(
                "Deployment",
                s -> Accounting.deployment(values),
                Accounting.dependencies(values),
                Step.Owner.CLUSTER)
            : new Step.Remove("Deployment", Deployment.class, names.accounting()));
    return new Group("Accounting", steps);
  }

  private Step password(String step, String secret) {
    return new Step.Generate(
        step,
        secret,
        entropy -> GeneratedSecrets.databasePassword(values, secret, entropy),
        Step.Owner.NOBODY);
  }

  /** The program that writes configuration into the jail. */
  public Group sConfigController() {
    return new Group(
        "SConfigController",
        List.of(Step.keep("Deployment", s -> SConfigController.deployment(values))));
  }

  /** slurmctld. */
  public Group controllers() {
    var steps = new ArrayList<Step>();
    if (Controller.usualSssdConf(values)) {
      steps.add(
          Step.keep(
              "SSSD secret", s -> SssdSecret.of(values, Component.CONTROLLER, names.sssdConf())));
    }
    steps.add(
        Step.keep(
            "Security limits ConfigMap",
            s ->
                ConfigMaps.securityLimits(
                    values,
                    Component.CONTROLLER,
                    values.nodes().getController().getSlurmctld().getSecurityLimitsConfig())));
    steps.add(Step.keep("Service", s -> Controller.service(values)));
    if (values.platform().prometheus()) {
      steps.add(
          Monitors.openMetrics(values)
              ? Step.keep("ServiceMonitor", s -> Monitors.slurmctld(values))
              : new Step.Remove("ServiceMonitor", ServiceMonitor.class, names.serviceMonitor()));
    }
    steps.add(
        new Step.Keep(
            "StatefulSet",
            s -> Controller.statefulSet(values),
            Controller.dependencies(values),
            Step.Owner.CLUSTER));
    return new Group("Controllers", steps);
  }

  /** The nodes that users log in to. */
  public Group login() {
    var steps = new ArrayList<Step>();
    if (Login.usualSshdConfig(values)) {
      steps.add(Step.keep("SSHD configs ConfigMap", s -> ConfigMaps.sshd(values)));
    }
    steps.add(Step.keep("SSH root keys ConfigMap", s -> ConfigMaps.sshRootKeys(values)));
    steps.add(
        generate(
            "SSHD keys secret",
            values.sshdKeys(),
            entropy -> GeneratedSecrets.sshdKeys(values, Component.LOGIN, entropy)));
    if (Login.usualSssdConf(values)) {
      steps.add(
          Step.keep("SSSD secret", s -> SssdSecret.of(values, Component.LOGIN, names.sssdConf())));
    }
    steps.add(
        Step.keep(
            "Security limits ConfigMap",
            s ->
                ConfigMaps.securityLimits(
                    values,
                    Component.LOGIN,
                    values.nodes().getLogin().getSshd().getSecurityLimitsConfig())));
    steps.add(Step.keep("User isolation ConfigMap", s -> ConfigMaps.userIsolation(values)));
    steps.add(Step.keep("Service", s -> Login.service(values)));
    steps.add(Step.keep("Headless Service", s -> Login.headlessService(values)));
    steps.add(
        new Step.Keep(
            "StatefulSet",
            s -> Login.statefulSet(values),
            Login.dependencies(values),
            Step.Owner.CLUSTER));
    return new Group("Login", steps);
  }

  /** slurmrestd; removed where it is switched off again. */
  public Group rest() {
    if (!Rest.enabled(values)) {
      return new Group(
          "REST",
          List.of(
              new Step.Remove("Service", Service.class, names.service(Component.REST)),
              new Step.Remove("Deployment", Deployment.class, names.rest())));
    }
    return new Group(
        "REST",
        List.of(
            Step.keep("Service", s -> Rest.service(values)),
            new Step.Keep(
                "Deployment",
                s -> Rest.deployment(values),
                Rest.dependencies(values),
                Step.Owner.CLUSTER)));
  }

  /** The exporter of Slurm's metrics; one of former versions is left alone. */
  public Group exporter() {
    var steps = new ArrayList<Step>();
    boolean enabled = ExporterRender.enabled(values);
    if (!ExporterRender.legacy(values)) {
      if (values.platform().prometheus()) {
        steps.add(
            enabled
                ? Step.keep("PodMonitor", s -> Monitors.exporter(values))
                : new Step.Remove("PodMonitor", PodMonitor.class, names.podMonitor()));
      }
      steps.add(
          enabled
              ? Step.keep("Deployment", s -> ExporterRender.deployment(values))
              : new Step.Remove("Deployment", Deployment.class, names.exporter()));
    }
    return new Group("Exporter", steps);
  }

  private static Step generate(String name, String secret, Step.Making making) {
    return new Step.Generate(name, secret, making, Step.Owner.CLUSTER);
  }
}
