package io.coxswain.kube.host.options;

import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;
import java.util.List;

/** What concerns the program as a whole. */
public final class GenericFlags {
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
            "contention-profiling", false, "Also profile where threads wait for one another.");
    FlagSet migration = sets.set("leader-migration");
    leaderMigration =
        migration.bool(
            "enable-leader-migration",
            false,
            "Let controllers move between programs under a second lease.");
    leaderMigrationConfig =
        migration.string(
            "leader-migration-config",
            "",
            "A file with a LeaderMigrationConfiguration of group controllermanager.config.k8s.io;"
                + " empty for the default one.");
    FlagSet set = sets.set("generic");
    minResyncPeriod =
        set.duration(
            "min-resync-period",
            "12h",
            "Everything is looked at again after a random time between this and twice this.");
    contentType =
        set.string(
            "kube-api-content-type",
            "application/vnd.kubernetes.protobuf",
            "Content type of requests to the API server; this program sends JSON whatever it is.");
    qps =
        set.decimal(
            "kube-api-qps",
            "float32",
            20,
            "Requests per second of each client; negative for no limit.");
    burst = set.int32("kube-api-burst", 30, "Requests that a client may make at once.");
    startInterval =
        set.duration(
            "controller-start-interval",
            "0s",
            "Each controller waits a random time between this and twice this before it starts.");
    controllers =
        set.strings(
            "controllers",
            List.of("*"),
            "Which controllers run: '*' for all that are on by default, 'foo' for the one named"
                + " foo, '-foo' for not that one.\nAll controllers: "
                + allControllers
                + "\nDisabled-by-default controllers: "
                + offByDefault);
    election = new ElectionFlags(set);
    serviceAccountCredentials =
        set.bool(
            "use-service-account-credentials",
            false,
            "Let each controller act as a service account of its own.");
    shutdownTimeout =
        set.duration(
            "controller-shutdown-timeout",
            "10s",
            "How long controllers may take to end when the program stops; 0 for ever.");
    emulatedVersion =
        set.strings(
            "emulated-version",
            List.of(),
            "Act as this version of Kubernetes: kube=1.32..1.35 (default: 1.35).");
    minCompatibilityVersion =
        set.strings(
            "min-compatibility-version",
            List.of(),
            "The oldest version of the other components to work with; at most the emulated one:"
                + " kube=1.32..1.35 (default: 1.34).");
    featureGates =
        set.strings(
            "feature-gates",
            List.of(),
            "Features to turn on or off, as Name=true or kube:Name=true. Options are:\n"
                + FeatureGates.options());
    cloud = new CloudFlags(set, sets.set("service-lb-controller"));
  }

  void check(Problems problems) {
    election.check(problems);
    problems.unless(
        !leaderMigration.get() || election.elect.get(),
        "--enable-leader-migration requires --leader-elect");
  }
}
