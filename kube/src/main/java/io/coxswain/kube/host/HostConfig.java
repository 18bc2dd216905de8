package io.coxswain.kube.host;

import io.coxswain.env.Entropy;
import io.coxswain.kube.host.clients.Connection;
import io.coxswain.kube.host.controllers.Descriptor;
import io.coxswain.kube.host.controllers.Descriptors;
import io.coxswain.kube.host.controllers.KubeControllerLog;
import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.kube.host.gates.Version;
import io.coxswain.kube.host.migration.MigrationConfig;
import io.coxswain.kube.host.options.ControllerNames;
import io.coxswain.kube.host.options.HostOptions;
import io.coxswain.kube.host.options.Problems;
import io.coxswain.kube.host.shared.HostException;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.metrics.MetricNaming;
import io.coxswain.runtime.transport.KubeconfigException;
import io.coxswain.runtime.transport.ProtobufTransport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The validated options, with connections and files that they refer to.
 *
 * @param enabled the controllers of {@code --controllers}, with canonical names
 * @param connection to the API server of the controllers
 * @param authentication to the API server for TokenReviews, if any
 * @param authorization to the API server for SubjectAccessReviews, if any
 * @param migration empty without leader migration
 */
record HostConfig(
    HostDependencies around,
    HostOptions options,
    ControllerNames names,
    List<Descriptor> descriptors,
    List<String> enabled,
    FeatureGates gates,
    Version minCompatibility,
    Connection connection,
    Optional<Connection> authentication,
    Optional<Connection> authorization,
    Optional<MigrationConfig> migration) {

  /** Number of objects of a kind that stay decoded: the pods of a large workload. */
  private static final int SHARED = 1_024;

  static final String USER_AGENT =
      "kube-controller-manager/" + Version.GIT + " (linux/amd64) kubernetes/coxswain";

  /** A completed config, as in upstream. */
  record Completed(HostConfig config) {}

  /**
   * @throws HostException with all errors of the options
   */
  static HostConfig of(HostDependencies around, HostOptions options, List<Descriptor> descriptors)
      throws HostException {
    FeatureGates gates;
    Version minCompatibility;
    try {
      gates = options.gates();
      minCompatibility = options.minCompatibility();
    } catch (FlagException e) {
      throw new HostException(String.valueOf(e.getMessage()), e);
    }
    Problems problems = options.problems(gates);
    if (!problems.all().isEmpty()) {
      throw new HostException(problems.joined());
    }
    ControllerNames names = Descriptors.names(descriptors);
    boolean serves = options.serving.isOn();
    try {
      return new HostConfig(
          around,
          options,
          names,
          descriptors,
          names.resolve(options.generic.controllers.get()),
          gates,
          minCompatibility,
          main(around, options),
          serves
              ? around.connector().delegate(options.access.authenticationKubeconfig.get())
              : Optional.empty(),
          serves
              ? around.connector().delegate(options.access.authorizationKubeconfig.get())
              : Optional.empty(),
          migration(around, options));
    } catch (KubeconfigException e) {
      throw new HostException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Connection main(HostDependencies around, HostOptions options)
      throws KubeconfigException {
    Connection found = around.connector().main(options.master.get(), options.kubeconfig.get());
    return options.generic.usesProtobuf()
        ? new Connection(
            found.server(),
            found.ca(),
            new ProtobufTransport(found.own()),
            new ProtobufTransport(found.bearer()))
        : found;
  }

  private static Optional<MigrationConfig> migration(HostDependencies around, HostOptions options)
      throws HostException {
    if (!options.generic.leaderMigration.get()) {
      return Optional.empty();
    }
    String file = options.generic.leaderMigrationConfig.get();
    return Optional.of(
        file.isEmpty()
            ? MigrationConfig.byDefault()
            : MigrationConfig.read(around.env().files(), file));
  }

  Completed complete() {
    return new Completed(this);
  }

  /**
   * Returns resync periods: a new random one for each call, between the minimum and twice that, so
   * that lists do not coincide.
   */
  Supplier<Duration> resyncPeriod() {
    Entropy entropy = around.env().entropy().derive("resync");
    long least = options.generic.minResyncPeriod.get().toNanos();
    return () -> Duration.ofNanos((long) (least * (1 + entropy.nextDouble())));
  }

  /**
   * A manager without leader election of its own.
   *
   * @param resync from {@link #resyncPeriod}
   */
  ManagerBuilder manager(Supplier<Duration> resync) {
    Duration timeout = options.generic.shutdownTimeout.get();
    return Manager.builder(around.env().withApi(connection.own()))
        .name("kube-controller-manager")
        .host(around.hostName())
        .userAgent(USER_AGENT + "/shared-informers")
        .server(connection.server())
        .grace(timeout.isZero() ? Duration.ofSeconds(-1) : timeout)
        .cache(cache -> cache.resync(resync).shareRecent(SHARED))
        .metrics(MetricNaming.KUBERNETES)
        .controllerLog(new KubeControllerLog());
  }
}
