package io.coxswain.kube.host.options;

import io.coxswain.api.protobuf.ProtobufFormat;
import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;
import java.util.List;

/** Flags that concern the whole program. */
public final class GenericFlags {
  private static final List<String> CONTENT_TYPES =
      List.of(ProtobufFormat.MEDIA_TYPE, "application/json");

  public final Flag<Boolean> profiling;
  public final Flag<Boolean> contentionProfiling;
  public final Flag<Boolean> leaderMigration;
  public final Flag<String> leaderMigrationConfig;
  public final Flag<Duration> minResyncPeriod;
  public final Flag<String> contentType;
  public final Flag<Double> qps;
  public final Flag<Integer> burst;
  public final Flag<Duration> startInterval;
  public final Flag<List<String>> controllers;
  public final ElectionFlags election;
  public final Flag<Boolean> serviceAccountCredentials;
  public final Flag<Duration> shutdownTimeout;
  public final Flag<List<String>> emulatedVersion;
  public final Flag<List<String>> minCompatibilityVersion;
  public final Flag<List<String>> featureGates;
  public final CloudFlags cloud;

  GenericFlags(FlagSets sets, String allControllers, String offByDefault) {
    FlagSet debugging = sets.set("debugging");
    profiling = debugging.bool("profiling", true, "Serve profiles and the log level under /debug.");
    contentionProfiling =
        debugging.bool(
            "contention-profiling",
            false,
            "Enable profiling of lock contention, if profiling is enabled.");
    FlagSet migration = sets.set("leader-migration");
    leaderMigration =
        migration.bool(
            "enable-leader-migration",
            false,
            "Enable leader migration: move controllers between controller managers with a second"
                + " lease.");
    leaderMigrationConfig =
        migration.string(
            "leader-migration-config",
            "",
            "Path to a LeaderMigrationConfiguration of group controllermanager.config.k8s.io. If"
                + " empty, the default configuration is used.");
    FlagSet set = sets.set("generic");
    minResyncPeriod =
        set.duration(
            "min-resync-period",
            "12h",
            "Minimum resync period. The period is random, between this and twice this value.");
    contentType =
        set.string(
            "kube-api-content-type",
            ProtobufFormat.MEDIA_TYPE,
            "Content type in which objects of built-in kinds are read from the API server:"
                + " application/vnd.kubernetes.protobuf or application/json.");
    qps =
        set.decimal(
            "kube-api-qps",
            "float32",
            20,
            "Queries per second to the API server, per client. A negative value disables the"
                + " limit.");
    burst = set.int32("kube-api-burst", 30, "Burst of requests to the API server, per client.");
    startInterval =
        set.duration(
            "controller-start-interval",
            "0s",
            "Interval between the starts of controllers; the delay is random, between this and"
                + " twice this value.");
    controllers =
        set.strings(
            "controllers",
            List.of("*"),
            "Controllers to run: '*' enables all controllers that are on by default, 'foo' enables"
                + " the controller named foo, '-foo' disables it.\nAll controllers: "
                + allControllers
                + "\nDisabled-by-default controllers: "
                + offByDefault);
    election = new ElectionFlags(set);
    serviceAccountCredentials =
        set.bool(
            "use-service-account-credentials",
            false,
            "Use a separate service account for each controller.");
    shutdownTimeout =
        set.duration(
            "controller-shutdown-timeout",
            "10s",
            "Time to wait for controllers to stop at shutdown. 0 waits indefinitely.");
    emulatedVersion =
        set.strings(
            "emulated-version",
            List.of(),
            "Kubernetes version to emulate: kube=1.32..1.35 (default: 1.35).");
    minCompatibilityVersion =
        set.strings(
            "min-compatibility-version",
            List.of(),
            "Oldest version of other control plane components to be compatible with; at most the"
                + " emulated version: kube=1.32..1.35 (default: 1.34).");
    featureGates =
        set.strings(
            "feature-gates",
            List.of(),
            "Feature gates to set, as Name=true or kube:Name=true, separated by commas. Options"
                + " are:\n"
                + FeatureGates.options());
    cloud = new CloudFlags(set, sets.set("service-lb-controller"));
  }

  /** Whether objects of built-in kinds are read as protobuf. */
  public boolean usesProtobuf() {
    return contentType.get().equals(ProtobufFormat.MEDIA_TYPE);
  }

  void check(Problems problems) {
    problems.unless(
        CONTENT_TYPES.contains(contentType.get()),
        "--kube-api-content-type must be one of "
            + String.join(", ", CONTENT_TYPES)
            + ", but got \""
            + contentType.get()
            + "\"");
    election.check(problems);
    problems.unless(
        !leaderMigration.get() || election.elect.get(),
        "--enable-leader-migration requires --leader-elect");
  }
}
