package io.coxswain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.crd.PrevalidatedSchemas;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.console.controllers.MonitoredProgram;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Task;
import io.coxswain.jobset.Features;
import io.coxswain.jobset.JobSetControllers;
import io.coxswain.jobset.JobSetWebhooks;
import io.coxswain.kube.host.KubeControllerManager;
import io.coxswain.kube.host.shared.HostException;
import io.coxswain.node.logs.LogRequest;
import io.coxswain.node.logs.LogStream;
import io.coxswain.node.logs.NoLogException;
import io.coxswain.node.logs.PodLogs;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.scheduler.SchedulerOptions;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.node.simulated.Stages;
import io.coxswain.node.storage.HostPathProvisioner;
import io.coxswain.node.usage.UsageSource;
import io.coxswain.runtime.cache.CacheOptions;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.slurm.webhooks.SlurmWebhooks;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A complete cluster in this program: API server, controllers, scheduler and nodes. Each controller
 * program has its own manager, as it would in its own process; they interact only through the API
 * server.
 */
final class EmbeddedCluster implements AutoCloseable {
  private static final List<String> MASTERS = List.of("system:masters");
  private static final int LARGE = 200;

  /** The number of decoded objects kept per kind: each change of a pod has several readers. */
  private static final int SHARED = 512;

  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration MAX_START = Duration.ofSeconds(30);
  private static final Duration MAX_START_OF_NODE = Duration.ofMillis(100);

  private final Env env;
  private final Path data;
  private final PodLogs logs;
  private final ApiServer server;
  private final HttpsServer front;
  private final List<Manager> managers = new ArrayList<>();
  private final EnumMap<ControllerProgram, Manager> elected =
      new EnumMap<>(ControllerProgram.class);
  private final List<Task> running = new CopyOnWriteArrayList<>();
  private final Bell failed;
  private final ControllerLeases leases;
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private final ServerOptions where;
  private final ClusterOptions options;
  private final Consumer<String> notices;
  private @Nullable KubeControllerManager controllers;
  private volatile @Nullable EmbeddedTrainer trainer;
  private volatile @Nullable ProcessNodes nodes;
  private volatile @Nullable SimulatedNodes simulated;

  private EmbeddedCluster(
      Env env, ServerOptions where, ClusterOptions options, Path data, Consumer<String> notices) {
    this.env = env;
    this.notices = notices;
    this.where = where;
    this.options = options;
    this.data = data;
    this.logs = new PodLogs(env);
    ApiServerOptions how =
        ApiServerOptions.plain()
            .withLogs(new NodeLogs(env.clock(), this::openLog))
            .withSessions(new NodeSessions(this::openLog, () -> nodes))
            .withNetwork(new NodeNetwork(() -> nodes));
    if (options.nodes > 0 || where.acceptsNodes()) {
      how = how.withUsage(new NodeUsage(this::sources));
    }
    if (options.slurm) {
      how = how.withPrivileged();
    }
    this.server = where.server(env, how.withServiceAccounts());
    this.front = where.open(env, server);
    this.failed = env.tasks().newBell();
    env.tasks().failures().listen(died -> fail(String.valueOf(died.getMessage())));
    this.leases = new ControllerLeases(env, client(), this::fail);
  }

  /**
   * Starts everything; returns when the nodes are ready.
   *
   * @param notices receives lines for the user at the console
   * @param stopping whether the user has asked to stop; the start then ends with a
   *     CancelledException
   */
  static EmbeddedCluster start(
      Env env,
      ServerOptions where,
      ClusterOptions options,
      Consumer<String> notices,
      BooleanSupplier stopping)
      throws ApiException, CancelledException {
    Stages stages = options.stages(env.files());
    Path chosen = where.runDirectory;
    Path data =
        chosen == null
            ? Path.of(".coxswain", "run-" + env.entropy().suffix(5)).toAbsolutePath()
            : chosen;
    var cluster = new EmbeddedCluster(env, where, options, data, notices);
    try {
      cluster.start(stages, stopping);
      return cluster;
    } catch (ApiException | RuntimeException e) {
      try (cluster) { // the data directory already contains keys
        throw e;
      }
    }
  }

  private void start(Stages stages, BooleanSupplier stopping)
      throws ApiException, CancelledException {
    List<ObjectNode> definitions = options.slurm ? Crds.all() : Crds.training();
    PrevalidatedSchemas.during(
        definitions, () -> Definitions.install(transport("coxswain"), definitions));
    var runtimes = new RuntimeInstallation(env, transport("system:admin"));
    if (where.acceptsNodes()) {
      JoinObjects.apply(transport("system:admin"), front);
    }
    if (options.nodes > 0) {
      installStorageClass();
    }

    check(stopping);
    if (runs(ControllerProgram.KUBE_CONTROLLER_MANAGER)) {
      startControllers();
    }
    check(stopping);
    if (runs(ControllerProgram.JOBSET)) {
      addJobSets();
    }
    // Once Trainer's webhooks are configured, writes of runtimes fail until it serves them.
    runtimes.awaitFirstAttempt();
    check(stopping);
    if (runs(ControllerProgram.TRAINER)) {
      addTrainer();
    }
    if (options.slurm) {
      addDatabases();
      if (runs(ControllerProgram.SOPERATOR)) {
        addSlurm();
      }
    }
    check(stopping);
    addNodes(stages);
    run();
    runtimes.complete(MAX_START);
    awaitReady(stopping);
  }

  private static void check(BooleanSupplier stopping) throws CancelledException {
    if (stopping.getAsBoolean()) {
      throw new CancelledException();
    }
  }

  private boolean runs(ControllerProgram program) {
    return !options.omitted().contains(program);
  }

  private void addJobSets() throws ApiException {
    Manager manager =
        manager(
            "jobset-controller-manager",
            "system:serviceaccount:jobset-system:jobset-controller-manager",
            JobSetControllers::narrow);
    elected.put(ControllerProgram.JOBSET, manager);
    JobSetControllers.register(manager);
    JobSetWebhooks.register(manager, Features.none());
    EmbeddedWebhooks.connect(
        server,
        client(),
        manager.webhooks(),
        JobSetWebhooks.NAMESPACE,
        JobSetWebhooks.SERVICE,
        JobSetWebhooks.configurations(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE));
  }

  /** trainer-controller-manager, as it would run in its own process. */
  private void addTrainer() throws ApiException {
    EmbeddedTrainer program =
        EmbeddedTrainer.prepare(
            env.withApi(
                transport(
                    "system:serviceaccount:kubeflow-system:kubeflow-trainer-controller-manager")),
            client(),
            front,
            data.resolve("trainer"));
    managers.add(program.manager());
    elected.put(ControllerProgram.TRAINER, program.manager());
    trainer = program;
    EmbeddedWebhooks.connect(
        server,
        client(),
        program.manager().webhooks(),
        TrainerWebhooks.NAMESPACE,
        TrainerWebhooks.SERVICE,
        TrainerWebhooks.configurations(TrainerWebhooks.NAMESPACE, TrainerWebhooks.SERVICE));
  }

  /** Runs before the operator, which discovers the installed kinds at its start. */
  private void addDatabases() throws ApiException, CancelledException {
    if (options.simulatedNodes() > 0) {
      Definitions.install(transport("coxswain"), EmbeddedDatabases.definitions());
      EmbeddedDatabases.register(manager("databases", "system:admin"));
    }
  }

  private void addSlurm() throws ApiException {
    Manager manager =
        EmbeddedSlurm.prepare(
            env.withApi(transport("system:serviceaccount:soperator-system:soperator")), client());
    managers.add(manager);
    elected.put(ControllerProgram.SOPERATOR, manager);
    EmbeddedWebhooks.connect(
        server,
        client(),
        manager.webhooks(),
        EmbeddedSlurm.NAMESPACE,
        SlurmWebhooks.SERVICE,
        List.of(SlurmWebhooks.configuration(EmbeddedSlurm.NAMESPACE, SlurmWebhooks.SERVICE)));
  }

  /** The data directory may already contain it. */
  private void installStorageClass() throws ApiException {
    if (client().list(StorageClass.class).toList().isEmpty()) {
      client().create(HostPathProvisioner.storageClass());
    }
  }

  /** kube-controller-manager, as it would run in its own process. */
  private void startControllers() throws ApiException {
    Path authority = data.resolve("ca.crt");
    Path signing = data.resolve("ca.key");
    Path tokens = data.resolve("sa.key");
    try {
      env.files().createSecretDirectories(data);
      env.files().write(authority, front.authority().getBytes(StandardCharsets.UTF_8));
      env.files().writeSecret(signing, front.authorityKey());
      env.files().writeSecret(tokens, server.serviceAccountKey());
      var flags = new ArrayList<String>();
      flags.add("--root-ca-file=" + authority);
      flags.add("--cluster-signing-cert-file=" + authority);
      flags.add("--cluster-signing-key-file=" + signing);
      flags.add("--service-account-private-key-file=" + tokens);
      if (options.controllers.isEmpty() && where.acceptsNodes()) {
        flags.add("--controllers=*,bootstrapsigner,tokencleaner");
      }
      if (!options.controllers.isEmpty()) {
        flags.add("--controllers=" + String.join(",", options.controllers));
      }
      if (options.nodes >= LARGE) {
        // Otherwise a service with thousands of pods would be written again for each of them.
        flags.add("--endpoint-updates-batch-period=1s");
        flags.add("--endpointslice-updates-batch-period=1s");
      }
      controllers =
          KubeControllerManager.embedded(
              env.withApi(transport("system:kube-controller-manager")),
              flags.toArray(new String[0]));
      KubeControllerManager program = controllers;
      leases.start(
          ControllerProgram.KUBE_CONTROLLER_MANAGER,
          () -> running.add(env.tasks().spawn("kube-controller-manager", () -> runToEnd(program))));
    } catch (HostException e) {
      throw new CommandException("kube-controller-manager: " + e.getMessage());
    } catch (IOException e) {
      throw new CommandException("failed to write keys to " + data + ": " + FileProblem.why(e));
    }
  }

  /** Scheduler, nodes and volumes share one manager, and therefore one copy of all pods. */
  private void addNodes(Stages stages) {
    if (options.noScheduler && options.nodes == 0) {
      return;
    }
    Manager manager = manager("kubelet", "system:node:local");
    if (!options.noScheduler) {
      Scheduler.register(manager, SchedulerOptions.byDefault().withGangSchedulers());
    }
    if (options.processNodes() > 0) {
      nodes =
          ProcessNodes.register(
              manager,
              Machine.nodes(env.files(), options, data, front.url())
                  .withReachable(this::servicesHere)
                  .withNotices(notices),
              logs);
    }
    SimulatedNodeOptions pretended =
        SimulatedNodeOptions.nodes(options.simulatedNodes()).withStages(stages);
    simulated =
        SimulatedNodes.register(
            manager, options.nodes >= LARGE ? pretended.withoutEvents() : pretended);
    if (options.nodes > 0) {
      HostPathProvisioner.register(manager, data.resolve("volumes"));
    }
  }

  private SortedMap<String, String> servicesHere() {
    EmbeddedTrainer program = trainer;
    return program == null ? Collections.emptySortedMap() : program.places();
  }

  private LogStream openLog(LogRequest request) throws IOException, NoLogException {
    SimulatedNodes pretending = simulated;
    return pretending != null && pretending.has(request.pod())
        ? pretending.logs().open(request)
        : logs.open(request);
  }

  private List<UsageSource> sources() {
    return Stream.<@Nullable UsageSource>of(nodes, simulated)
        .filter(Objects::nonNull)
        .map(UsageSource.class::cast)
        .toList();
  }

  private Manager manager(String program, String user) {
    return manager(program, user, cache -> {});
  }

  private Manager manager(String program, String user, Consumer<CacheOptions> narrow) {
    Manager manager =
        Manager.builder(env.withApi(transport(user)))
            .name(program)
            .userAgent(program + "/v1.35.0")
            .grace(GRACE)
            .cache(all -> narrow.accept(all.shareRecent(SHARED)))
            .webhooks(webhooks -> webhooks.port(-1)) // the server calls it within the process
            .build();
    managers.add(manager);
    return manager;
  }

  /** Creates a manager for a component of the command itself; must be called before it runs. */
  Manager addManager(String program) {
    return manager(program, "system:admin");
  }

  private void run() throws ApiException {
    for (Manager manager : managers) {
      if (!elected.containsValue(manager)) {
        run(manager);
      }
    }
    for (var program : elected.entrySet()) {
      leases.start(program.getKey(), () -> run(program.getValue()));
    }
  }

  private void runToEnd(KubeControllerManager program) throws CancelledException {
    try {
      program.run();
    } catch (HostException e) {
      fail("kube-controller-manager: " + e.getMessage());
    }
  }

  /** Runs a manager concurrently with the others. */
  void run(Manager manager) {
    running.add(env.tasks().spawn("manager", () -> runToEnd(manager)));
  }

  private void runToEnd(Manager manager) throws CancelledException {
    try {
      manager.run();
    } catch (ManagerException e) {
      fail(String.valueOf(e.getMessage()));
    }
  }

  private void fail(String message) {
    failure.compareAndSet(null, message);
    failed.ring();
  }

  private void awaitReady(BooleanSupplier stopping) throws ApiException, CancelledException {
    long start = env.clock().nanos();
    Duration longest = MAX_START.plus(MAX_START_OF_NODE.multipliedBy(options.nodes));
    long asked = start;
    while (!isReady()) {
      check(stopping);
      if (env.clock().nanos() - start > longest.toNanos()) {
        throw new CommandException(
            "timed out after " + longest.toSeconds() + " s waiting for the nodes to become ready");
      }
      failure()
          .ifPresent(
              why -> {
                throw new CommandException("the cluster failed: " + why);
              });
      // Listing thousands of nodes takes time that the nodes need themselves.
      long took = env.clock().nanos() - asked;
      env.clock().sleep(Duration.ofMillis(20).plusNanos(4 * took));
      asked = env.clock().nanos();
    }
  }

  /** Whether all nodes accept pods and pods can be created. */
  private boolean isReady() throws ApiException {
    SimulatedNodes pretended = simulated;
    if (pretended != null && pretended.registered() < options.simulatedNodes()) {
      return false; // repeatedly listing thousands of nodes takes longer than creating them
    }
    boolean controlled = runs(ControllerProgram.KUBE_CONTROLLER_MANAGER);
    return client().list(Node.class).toList().stream()
                .filter(node -> isReady(node, controlled))
                .count()
            >= options.processNodes() + options.simulatedNodes()
        && (!controlled
            || client().get(ServiceAccount.class, ObjectKey.of("default", "default")).isPresent());
  }

  /**
   * @param controlled whether kube-controller-manager removes the taint of new nodes
   */
  private static boolean isReady(Node node, boolean controlled) {
    return node.getStatus() != null
        && (!controlled
            || node.getSpec().getTaints().stream()
                .noneMatch(taint -> taint.getKey().equals("node.kubernetes.io/not-ready")))
        && node.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  /** A transport for requests within the process, as an administrator with the given name. */
  ApiTransport transport(String user) {
    return server.transport(user, MASTERS);
  }

  /** Reads from and writes to the server. */
  Client client() {
    return Manager.builder(env.withApi(transport("system:admin"))).build().client().live();
  }

  /** A human-readable list of the running controllers. */
  String controllers() {
    KubeControllerManager program = controllers;
    var parts = new ArrayList<String>();
    if (program != null) {
      parts.add(program.controllers().size() + " of kube-controller-manager");
    }
    elected.keySet().forEach(part -> parts.add(part.toString()));
    if (options.nodes > 0) {
      parts.add("host-path volumes");
    }
    return parts.isEmpty() ? "none" : String.join("; ", parts);
  }

  /** The controller managers of this program, for the console. */
  List<MonitoredProgram> programs() {
    var programs = new ArrayList<MonitoredProgram>();
    KubeControllerManager kube = controllers;
    if (kube != null) {
      programs.add(
          MonitoredProgram.of(
              "kube-controller-manager",
              ControllerProgram.KUBE_CONTROLLER_MANAGER.lease(),
              kube::scrape));
    }
    elected.forEach(
        (program, manager) ->
            programs.add(
                MonitoredProgram.of(program.toString(), program.lease(), manager::scrape)
                    .withTriggers(path -> manager.debug(path, Collections.emptySortedMap()))));
    return programs;
  }

  PodLogs logs() {
    return logs;
  }

  HttpsServer front() {
    return front;
  }

  /** Why a component of the cluster ended by itself, if one did. */
  Optional<String> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Rings when a component of the cluster has ended by itself. */
  Bell failed() {
    return failed;
  }

  /** Ends all processes of pods, then the controllers, then the server. */
  @Override
  public void close() throws CancelledException {
    ProcessNodes theirs = nodes;
    if (theirs != null) {
      theirs.shutdown(GRACE);
    }
    managers.forEach(Manager::stop);
    KubeControllerManager program = controllers;
    if (program != null) {
      program.stop();
    }
    for (Task task : running) {
      task.join(GRACE);
    }
    leases.release(GRACE);
    front.close();
    server.close();
    try {
      env.files().delete(data);
    } catch (IOException e) {
      throw new CommandException("failed to remove " + data + ": " + FileProblem.why(e));
    }
    where.closed(env.files());
  }
}
