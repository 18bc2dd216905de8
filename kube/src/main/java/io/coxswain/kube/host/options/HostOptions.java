package io.coxswain.kube.host.options;

import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.kube.host.gates.Version;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.FlagSets;
import java.util.ArrayList;
import java.util.List;

/** All flags of kube-controller-manager. */
public final class HostOptions {
  /** Sections of the help text, in order; empty ones are not printed. */
  private static final List<String> ORDER =
      List.of(
          "debugging",
          "leader-migration",
          "generic",
          "service-lb-controller",
          "secure serving",
          "authentication",
          "authorization",
          "persistentvolume-attach-detach-controller",
          "certificatesigningrequest-signing-controller",
          "deployment-controller",
          "device-taint-eviction-controller",
          "statefulset-controller",
          "daemonset-controller",
          "endpoints-controller",
          "endpointslice-controller",
          "endpointslice-mirroring-controller",
          "ephemeral-volume-controller",
          "garbage-collector-controller",
          "horizontal-pod-autoscaler-controller",
          "job-controller",
          "cronjob-controller",
          "legacy-serviceaccount-token-cleaner-controller",
          "namespace-controller",
          "node-ipam-controller",
          "node-lifecycle-controller",
          "persistentvolume-binder-controller",
          "pod-garbage-collector-controller",
          "replicaset-controller",
          "replicationcontroller-controller",
          "resourcequota-controller",
          "serviceaccount-controller",
          "ttl-after-finished-controller",
          "validatingadmissionpolicy-status-controller",
          "deprecated",
          "metrics",
          "logs",
          "misc",
          "global",
          "coxswain");

  private final FlagSets sets = new FlagSets();
  private final ControllerNames names;

  public final GenericFlags generic;
  public final ServingFlags serving;
  public final AccessFlags access;
  public final WorkloadFlags workloads;
  public final ServiceFlags services;
  public final NodeFlags nodes;
  public final VolumeFlags volumes;
  public final SecurityFlags security;
  public final ClusterFlags cluster;
  public final MetricsFlags metrics;
  public final LogFlags logs;
  public final Flag<String> master;
  public final Flag<String> kubeconfig;
  public final Flag<String> version;
  public final Flag<Boolean> help;
  public final Flag<Boolean> upstreamCompat;

  public HostOptions(ControllerNames names) {
    this.names = names;
    ORDER.forEach(sets::set);
    generic =
        new GenericFlags(
            sets, String.join(", ", names.all()), String.join(", ", names.offByDefault()));
    serving = new ServingFlags(sets.set("secure serving"));
    access = new AccessFlags(sets.set("authentication"), sets.set("authorization"));
    workloads = new WorkloadFlags(sets);
    services = new ServiceFlags(sets);
    nodes = new NodeFlags(sets);
    volumes = new VolumeFlags(sets);
    security = new SecurityFlags(sets);
    cluster = new ClusterFlags(sets);
    metrics = new MetricsFlags(sets.set("metrics"));
    logs = new LogFlags(sets.set("logs"));
    master =
        sets.set("misc")
            .string(
                "master",
                "",
                "Address of the API server. Overrides the address in the kubeconfig.");
    kubeconfig =
        sets.set("misc")
            .string(
                "kubeconfig",
                "",
                "Path to the kubeconfig. If empty, the service account of the pod is used.");
    version =
        sets.set("global")
            .of(
                "version",
                "version",
                "false",
                "Print the version and exit. --version=raw prints all fields, --version=vX.Y.Z sets"
                    + " the reported version.",
                text -> text,
                text -> text);
    help = sets.set("global").bool("help", "h", "Help for kube-controller-manager.");
    upstreamCompat =
        sets.set("coxswain")
            .bool(
                "upstream-compat",
                false,
                "Do not serve endpoints that the upstream kube-controller-manager does not serve,"
                    + " such as /livez.");
  }

  public FlagSets sets() {
    return sets;
  }

  /**
   * Parses a command line.
   *
   * @throws FlagException for an unknown flag, an invalid value or a positional argument
   */
  public void parse(List<String> line) throws FlagException {
    sets.parse(line);
    for (String argument : sets.arguments()) {
      if (!argument.isEmpty()) {
        var quoted = new ArrayList<String>();
        sets.arguments().forEach(each -> quoted.add("\"" + each + "\""));
        throw new FlagException(
            "\"kube-controller-manager\" does not take any arguments, got ["
                + String.join(" ", quoted)
                + "]");
      }
    }
  }

  /** The feature gates as set by flags. */
  public FeatureGates gates() throws FlagException {
    Version emulated = version(generic.emulatedVersion, Version.BINARY);
    if (emulated.compareTo(Version.OLDEST) < 0 || emulated.compareTo(Version.BINARY) > 0) {
      throw new FlagException(
          "emulation version "
              + emulated
              + " is not between ["
              + Version.OLDEST
              + ", "
              + Version.BINARY
              + "]");
    }
    Version oldest = minCompatibility(emulated);
    if (oldest.compareTo(Version.OLDEST) < 0 || oldest.compareTo(emulated) > 0) {
      throw new FlagException(
          "minCompatibilityVersion version "
              + oldest
              + " is not between ["
              + Version.OLDEST
              + ", "
              + emulated
              + "]");
    }
    return FeatureGates.of(emulated, generic.featureGates.get());
  }

  private Version minCompatibility(Version emulated) throws FlagException {
    Version before = new Version(emulated.major(), emulated.minor() - 1);
    return version(
        generic.minCompatibilityVersion,
        before.compareTo(Version.OLDEST) < 0 ? Version.OLDEST : before);
  }

  /** The oldest compatible version of other components. */
  public Version minCompatibility() throws FlagException {
    return minCompatibility(version(generic.emulatedVersion, Version.BINARY));
  }

  private static Version version(Flag<List<String>> flag, Version fallback) throws FlagException {
    Version version = fallback;
    for (String text : flag.get()) {
      String[] parts = text.split("=", 2);
      if (parts.length == 2 && !parts[0].equals("kube")) {
        throw new FlagException("component not registered: " + parts[0]);
      }
      version = Version.parse(parts[parts.length - 1]);
    }
    return version;
  }

  /** Validates the combination of all flags. */
  public Problems problems(FeatureGates gates) {
    var problems = new Problems();
    generic.check(problems);
    names.check(generic.controllers.get(), problems);
    workloads.check(problems);
    services.check(problems);
    nodes.check(problems);
    volumes.check(problems);
    security.check(problems);
    serving.check(problems);
    access.check(problems, gates);
    metrics.check(problems);
    logs.check(problems, gates);
    generic.cloud.check(problems);
    return problems;
  }
}
