package io.coxswain.kube.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.kube.host.clients.ClientBuilder;
import io.coxswain.kube.host.clients.DynamicClientBuilder;
import io.coxswain.kube.host.clients.SimpleClientBuilder;
import io.coxswain.kube.host.controllers.ControllerContext;
import io.coxswain.kube.host.controllers.ControllerSet;
import io.coxswain.kube.host.controllers.Descriptor;
import io.coxswain.kube.host.controllers.Descriptors;
import io.coxswain.kube.host.gates.Version;
import io.coxswain.kube.host.migration.LeaderMigrator;
import io.coxswain.kube.host.options.HostOptions;
import io.coxswain.kube.host.serving.BaseHandler;
import io.coxswain.kube.host.serving.SecureServing;
import io.coxswain.kube.host.shared.HostException;
import io.coxswain.runtime.events.Events;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.metrics.RequestMetrics;
import io.coxswain.runtime.rest.Rest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kube-controller-manager program. */
public final class KubeControllerManager {
  private static final Logger log = LoggerFactory.getLogger(KubeControllerManager.class);
  private static final String COMPONENT = "kube-controller-manager";

  /** Tolerance of the leader election health check after the lease has expired. */
  private static final Duration ELECTION_SLACK = Duration.ofSeconds(20);

  private static final Duration MAX_WAIT_FOR_SERVER = Duration.ofSeconds(10);
  private static final Duration SERVER_POLL = Duration.ofSeconds(1);
  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

  private final HostConfig config;
  private final Env env;
  private final Supplier<Duration> resyncPeriod;
  private final ManagerBuilder managerBuilder;
  private final Metrics metrics;
  private final HostMetrics hostMetrics;
  private final ShutdownState ending;
  private final List<ControllerSet> running = new CopyOnWriteArrayList<>();
  private final List<Task> tasks = new CopyOnWriteArrayList<>();
  private volatile @Nullable BaseHandler baseHandler;
  private volatile @Nullable ControllerContext context;
  private volatile @Nullable Task managing;

  private KubeControllerManager(HostConfig.Completed completed) {
    this.config = completed.config();
    this.env = config.around().env().withApi(config.connection().own());
    this.resyncPeriod = config.resyncPeriod();
    this.managerBuilder = config.manager(resyncPeriod);
    this.metrics = managerBuilder.metrics();
    this.hostMetrics =
        new HostMetrics(
            metrics.registry(),
            config.gates(),
            config.minCompatibility(),
            config.options().metrics.disabled.get().size());
    this.ending = new ShutdownState(env.tasks());
  }

  // ---- command line

  /**
   * Runs a command line until the program ends.
   *
   * @param onStop receives the function that stops the program, before it runs
   * @return the exit code
   */
  public static int main(HostDependencies around, List<String> line, Consumer<Runnable> onStop)
      throws CancelledException {
    List<Descriptor> descriptors = Descriptors.all();
    var options = new HostOptions(Descriptors.names(descriptors));
    try {
      options.parse(line);
    } catch (FlagException e) {
      if (options.sets().arguments().isEmpty()) {
        around.console().err().accept(usage(options, around.console().columns()));
      }
      around.console().err().accept("Error: " + e.getMessage());
      return 1;
    }
    if (options.help.get()) {
      around.console().out().accept(help(options, around.console().columns()));
      return 0;
    }
    if (options.version.changed() && !options.version.get().equals("false")) {
      Optional<Integer> code = printVersion(around.console(), options.version.get());
      if (code.isPresent()) {
        return code.get();
      }
    }
    try {
      // Configure logging first, so that all later lines use it.
      around
          .logging()
          .apply(
              options.logs.format.get(), options.logs.verbosity.get(), options.logs.modules.get());
      if (around.logging().verbosity() > 0) {
        for (Flag<?> flag : options.sets().flags()) {
          log.info("FLAG: --{}=\"{}\"", flag.name(), flag.text());
        }
      }
      HostConfig config = HostConfig.of(around, options, descriptors);
      var program = new KubeControllerManager(config.complete());
      onStop.accept(program::stop);
      program.run();
      return 0;
    } catch (HostException e) {
      log.atError().addKeyValue("err", e.getMessage()).log("command failed");
      return 1;
    }
  }

  /**
   * An instance that runs inside another program: without leader election, HTTPS server and rate
   * limits unless flags enable them, and with the API server of the environment. {@link #run} runs
   * it, {@link #stop} stops it.
   */
  public static KubeControllerManager embedded(Env env, String... flags) throws HostException {
    return embedded(EmbeddedHost.in(env), flags);
  }

  /** As {@link #embedded(Env, String...)}, with other dependencies. */
  public static KubeControllerManager embedded(HostDependencies around, String... flags)
      throws HostException {
    List<Descriptor> descriptors = Descriptors.all();
    var options = new HostOptions(Descriptors.names(descriptors));
    var line = new ArrayList<>(EmbeddedHost.FLAGS);
    line.addAll(List.of(flags));
    try {
      options.parse(line);
    } catch (FlagException e) {
      throw new HostException(String.valueOf(e.getMessage()), e);
    }
    return new KubeControllerManager(HostConfig.of(around, options, descriptors).complete());
  }

  private static String usage(HostOptions options, int columns) {
    return "Usage:\n  kube-controller-manager [flags]\n" + options.sets().usage(columns);
  }

  private static String help(HostOptions options, int columns) {
    return "Runs the controllers of Kubernetes: loops that watch the state of a cluster through its"
        + " API server\nand move it towards what was asked for.\n\n"
        + usage(options, columns);
  }

  /** The exit code of {@code --version}; empty if the flag only sets the reported version. */
  private static Optional<Integer> printVersion(Console console, String asked) {
    if (asked.equals("true")) {
      console.out().accept("Kubernetes " + Version.GIT);
      return Optional.of(0);
    }
    if (asked.equals("raw")) {
      console
          .out()
          .accept(
              "version.Info{Major:\"%d\", Minor:\"%d\", GitVersion:\"%s\", Compiler:\"coxswain\"}"
                  .formatted(Version.BINARY.major(), Version.BINARY.minor(), Version.GIT));
      return Optional.of(0);
    }
    if (asked.matches("v" + Version.GIT.substring(1).replace(".", "\\.") + "([-+].*)?")) {
      return Optional.empty();
    }
    console
        .err()
        .accept(
            "Invalid version \"" + asked + "\": must start with the core version " + Version.GIT);
    return Optional.of(1);
  }

  // ---- run

  /**
   * Runs until {@link #stop} is called.
   *
   * @throws HostException if the program cannot start or continue
   */
  public void run() throws HostException, CancelledException {
    log.atInfo().addKeyValue("version", Version.GIT).log("Starting");
    log.atInfo()
        .addKeyValue("version", Runtime.version())
        .addKeyValue("processors", Runtime.getRuntime().availableProcessors())
        .addKeyValue("memory", Runtime.getRuntime().maxMemory())
        .log("JVM settings");

    var configurations = new TreeMap<String, ObjectNode>();
    configurations.put(
        Configz.NAME, Configz.of(config.options(), config.enabled(), config.migration()));

    // The broadcaster of this program's own events; controllers have their own.
    var mainRest = new Rest(env, HostConfig.USER_AGENT + "/" + COMPONENT, requests());
    var events = new Events(env, mainRest);
    Elections elections =
        new Elections(
            env,
            config.options().generic.election,
            new Rest(env, HostConfig.USER_AGENT + "/leader-election", requests()),
            events,
            metrics,
            config.around().hostName());

    // A standby serves too, so the port is opened before leader election.
    Optional<SecureServing> serving = serve(elections, configurations);

    ClientBuilder rootClients =
        new SimpleClientBuilder(config.connection().own(), HostConfig.USER_AGENT);
    ClientBuilder clients =
        config.options().generic.serviceAccountCredentials.get()
            ? new DynamicClientBuilder(
                env, mainRest, config.connection().bearer(), HostConfig.USER_AGENT)
            : rootClients;

    Consumer<Exception> taskDied =
        e -> ending.fail(new HostException(String.valueOf(e.getMessage()), e));
    env.tasks().failures().listen(taskDied);
    try {
      if (config.options().generic.election.elect.get()) {
        compete(elections, rootClients, clients);
      } else {
        lead(rootClients, clients, descriptor -> true);
      }
      ending.await();
      log.info("Stopping");
      drain();
      elections.release(SHUTDOWN_TIMEOUT);
      events.close(SHUTDOWN_TIMEOUT);
    } finally {
      env.tasks().failures().forget(taskDied);
      tasks.forEach(Task::cancel);
      elections.cancel();
      events.cancel();
      serving.ifPresent(SecureServing::close);
    }
  }

  /**
   * Health, metrics, configuration and debug handlers; with a secure port, behind authentication.
   */
  private Optional<SecureServing> serve(
      Elections elections, SortedMap<String, ObjectNode> configurations)
      throws HostException, CancelledException {
    var paths =
        new BaseHandler(
            config.options(),
            config.gates(),
            metrics,
            configurations,
            config.around().logging(),
            config.options().metrics.allowedLabels(config.around().env().files()),
            env);
    if (config.options().generic.election.elect.get()) {
      var check = new TreeMap<String, Check>();
      check.put("leaderElection", () -> elections.check(ELECTION_SLACK));
      paths.healthz(check);
    }
    baseHandler = paths;
    if (!config.options().serving.isOn()) {
      return Optional.empty();
    }
    metrics.process(env.files());
    metrics.tasks(env.tasks());
    return Optional.of(
        SecureServing.start(
            env,
            config.around().listener(),
            config.options().serving,
            config.options().access,
            config.authentication(),
            config.authorization(),
            HostConfig.USER_AGENT + "/delegation",
            metrics,
            paths.mux()));
  }

  private RequestMetrics requests() {
    return metrics.client(config.connection().server());
  }

  /** Asks {@link #run} to stop the controllers, release the lease and return. */
  public void stop() {
    ending.stop();
  }

  /** Competes for the main lease and, with leader migration, for the migration lease. */
  private void compete(Elections elections, ClientBuilder rootClients, ClientBuilder clients) {
    Optional<LeaderMigrator> migrator =
        config.migration().map(migration -> new LeaderMigrator(migration, COMPONENT, env.tasks()));
    migrator.ifPresent(m -> log.info("starting leader migration"));
    elections.compete(
        config.options().generic.election.resourceName.get(),
        () ->
            spawn(
                "main controllers",
                () -> {
                  migrator.ifPresent(m -> log.info("leader migration: starting main controllers."));
                  lead(rootClients, clients, isUnder(migrator, LeaderMigrator.Lock.MAIN));
                  migrator.ifPresent(m -> m.migrationReady().open());
                }),
        () -> lost("leaderelection lost"));
    if (migrator.isEmpty()) {
      return;
    }
    // Acquire the main lease first, so that no two instances hold one lease each.
    spawn(
        "migration",
        () -> {
          migrator.get().migrationReady().await();
          elections.compete(
              migrator.get().leaderName(),
              () ->
                  spawn(
                      "migrated controllers",
                      () -> {
                        log.info("leader migration: starting migrated controllers.");
                        lead(
                            rootClients, clients, isUnder(migrator, LeaderMigrator.Lock.MIGRATION));
                      }),
              () -> lost("migration leaderelection lost"));
        });
  }

  private static Predicate<Descriptor> isUnder(
      Optional<LeaderMigrator> migrator, LeaderMigrator.Lock lock) {
    return descriptor ->
        migrator.map(m -> m.lockOf(descriptor.name()) == lock).orElse(true)
            // The token controller always runs under the main lease, as upstream.
            || (descriptor.special() && lock == LeaderMigrator.Lock.MAIN);
  }

  private void lost(String message) {
    log.error(message);
    ending.fail(new HostException(message));
  }

  /** A step of the program, whose failure stops the program. */
  private interface Step {
    void run() throws HostException, CancelledException;
  }

  private void spawn(String name, Step step) {
    tasks.add(
        env.tasks()
            .spawn(
                name,
                () -> {
                  try {
                    step.run();
                  } catch (HostException e) {
                    ending.fail(e);
                  }
                }));
  }

  // ---- controllers

  /** Builds the controllers of a lease, then starts informers and controllers. */
  private void lead(
      ClientBuilder rootClients, ClientBuilder clients, Predicate<Descriptor> underThisLock)
      throws HostException, CancelledException {
    ControllerContext shared = context(rootClients, clients);
    List<Descriptor> mine = config.descriptors().stream().filter(underThisLock).toList();
    ControllerSet controllers = ControllerSet.build(shared, config.names(), mine);
    running.add(controllers);
    BaseHandler paths = baseHandler;
    if (paths != null) {
      paths.healthz(controllers.checks());
      paths.readyz(controllers.readiness());
      paths.triggers(shared.manager()::debug);
      paths.debug(controllers.debugHandlers());
    }
    controllers.names().forEach(hostMetrics::running);
    startInformers(shared);
  }

  /** One context for all leases, so that caches are shared. */
  private ControllerContext context(ClientBuilder rootClients, ClientBuilder clients)
      throws HostException, CancelledException {
    ControllerContext known = context;
    if (known != null) {
      return known;
    }
    awaitServer();
    Manager manager = managerBuilder.build();
    try {
      var created =
          new ControllerContext(
              manager,
              rootClients,
              clients,
              config.options(),
              config.enabled(),
              config.gates(),
              metrics,
              resyncPeriod,
              config.connection().ca());
      context = created;
      return created;
    } catch (ApiException e) {
      throw new HostException("error building controller context: " + e.getMessage(), e);
    }
  }

  private void awaitServer() throws HostException, CancelledException {
    ApiTransport server = config.connection().own();
    var rest = new Rest(env.withApi(server), HostConfig.USER_AGENT, requests());
    long deadline = env.clock().nanos() + MAX_WAIT_FOR_SERVER.toNanos();
    while (true) {
      try {
        rest.call(ApiRequest.get("/healthz"));
        return;
      } catch (ApiException e) {
        if (env.clock().nanos() >= deadline) {
          throw new HostException(
              "failed to wait for apiserver being healthy: " + e.getMessage(), e);
        }
        log.atInfo()
            .addKeyValue("err", e.getMessage())
            .log("Waiting for API server to become healthy");
      }
      env.clock().sleep(SERVER_POLL);
    }
  }

  /** Starts informers and controllers; controllers that are built later start immediately. */
  private void startInformers(ControllerContext shared) {
    if (managing != null) {
      return;
    }
    Manager manager = shared.manager();
    manager.add(
        new Manager.Routine() {
          @Override
          public void run() {
            shared.informersStarted().open();
            shared.restMapper().keepResetting(env.clock());
          }

          @Override
          public boolean needsLeader() {
            return false;
          }
        });
    managing =
        env.tasks()
            .spawn(
                "controllers",
                () -> {
                  try {
                    manager.run();
                  } catch (ManagerException e) {
                    ending.fail(new HostException(String.valueOf(e.getMessage()), e));
                  }
                });
    tasks.add(managing);
  }

  /** Waits for running reconciles. */
  private void drain() throws HostException, CancelledException {
    ControllerContext known = context;
    Task task = managing;
    if (known == null || task == null) {
      return;
    }
    known.manager().stop();
    task.join();
    log.info("All controllers terminated");
    ending.await(); // logs a warning on timeout
  }

  /** Whether all controllers of held leases are ready. */
  public boolean isReady() {
    return !working().containsValue(false);
  }

  /** For each controller, whether its caches are synced and its workers run. */
  public SortedMap<String, Boolean> working() {
    var all = new TreeMap<String, Boolean>();
    running.forEach(set -> all.putAll(set.working()));
    return all;
  }

  /** The shared context of the controllers, once it exists. */
  Optional<ControllerContext> context() {
    return Optional.ofNullable(context);
  }

  /** The metrics of the program in the Prometheus text format. */
  public byte[] scrape() {
    return metrics.scrape();
  }

  /** The names of the controllers that have been built. */
  public List<String> controllers() {
    return running.stream().flatMap(set -> set.names().stream()).sorted().toList();
  }
}
