package io.coxswain.node.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.env.Task;
import io.coxswain.node.logs.ContainerLog;
import io.coxswain.node.logs.PodLogs;
import io.coxswain.node.network.LocalService;
import io.coxswain.node.network.PodNetwork;
import io.coxswain.node.network.ServiceNames;
import io.coxswain.node.network.ServiceProxy;
import io.coxswain.node.pod.ContainerLife;
import io.coxswain.node.pod.PodLife;
import io.coxswain.node.pod.RestartRule;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts containers as processes and notices their end. */
final class ContainerStarter {
  private static final Logger logger = LoggerFactory.getLogger(ContainerStarter.class);

  /** What a kubelet reports for a program that could not be executed. */
  private static final int NOT_EXECUTABLE = 128;

  /** Shorter than a kubelet's 10 s, for interactive use. */
  private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(1);

  private static final ObjectKey API_SERVER = ObjectKey.of("default", "kubernetes");
  private static final Duration MAX_HOOK = Duration.ofMinutes(2);
  private static final Duration RETRY = Duration.ofSeconds(2);

  /**
   * How soon a change of a ConfigMap or Secret reaches a volume at the latest, as with a kubelet.
   */
  private static final Duration REFRESH_PERIOD = Duration.ofMinutes(1);

  private final Env env;
  private final Reader client;
  private final Recorder recorder;
  private final Handlers handlers;
  private final ProcessNodeOptions options;
  private final Addresses addresses;
  private final ServiceProxy proxy;
  private final PodLogs logs;
  private final PodRuns runs;
  private final Consumer<ObjectKey> changed;

  /**
   * @param changed notified when a container has ended
   */
  ContainerStarter(
      Env env,
      Reader client,
      Recorder recorder,
      ProcessNodeOptions options,
      Addresses addresses,
      ServiceProxy proxy,
      PodLogs logs,
      PodRuns runs,
      Consumer<ObjectKey> changed) {
    this.env = env;
    this.client = client;
    this.recorder = recorder;
    this.handlers = new Handlers(env, options.network());
    this.proxy = proxy;
    this.options = options;
    this.addresses = addresses;
    this.logs = logs;
    this.runs = runs;
    this.changed = changed;
  }

  /** Starts the container, or notes in the run why it could not be. */
  void start(Pod pod, Container container, PodRun run) throws ApiException {
    if (runs.isClosed()) {
      return;
    }
    String name = container.getName();
    run.change(name, known -> known.nextRun(FIRST_BACK_OFF));
    try {
      Prepared prepared = prepare(pod, container, run);
      launch(pod, container, run, prepared);
    } catch (NotStartableException e) {
      if (e.mayPass() || isRestarted(pod, container)) {
        block(pod, name, run, e);
      } else {
        fail(pod, name, run, e.explanation());
      }
    } catch (IOException e) {
      fail(pod, name, run, String.valueOf(e.getMessage()));
    }
  }

  /** The container waits: until a retry, or permanently if only a change of the spec can help. */
  private void block(Pod pod, String name, PodRun run, NotStartableException why) {
    Instant retryAt = why.mayPass() ? env.clock().now().plus(RETRY) : Instant.MAX;
    logs.waiting(ObjectKey.of(pod), name, why.reason());
    run.change(
        name, c -> c.with(new ContainerLife.Blocked(why.reason(), why.explanation(), retryAt)));
  }

  /** The container has failed to start; its restart policy decides whether it is retried. */
  private void fail(Pod pod, String name, PodRun run, String message) {
    Instant now = env.clock().now();
    recorder.warning(pod, "Failed", "Error: %s", message);
    logFailure(pod, name, run, message);
    run.change(
        name,
        c -> c.with(new ContainerLife.Exited("", NOT_EXECUTABLE, "StartError", message, now, now)));
    changed.accept(ObjectKey.of(pod));
  }

  /** Lets {@code kubectl logs} show why there is no other output. */
  private void logFailure(Pod pod, String name, PodRun run, String message) {
    int restarts = run.life().container(name).restarts();
    try (ContainerLog log = logs.begin(ObjectKey.of(pod), name, restarts)) {
      byte[] line = ("container " + name + " was not started: " + message + "\n").getBytes(UTF_8);
      log.accept(line, line.length);
    } catch (IOException e) {
      recorder.warning(pod, "Failed", "Error: cannot write the log: %s", String.valueOf(e));
    }
  }

  /** Whether the container would be started again after a failure. */
  private static boolean isRestarted(Pod pod, Container container) {
    var failure =
        new ContainerLife.Exited("", NOT_EXECUTABLE, "", "", Instant.EPOCH, Instant.EPOCH);
    return pod.getSpec().getInitContainers().contains(container)
        ? RestartRule.restartsInit(pod, container, failure)
        : RestartRule.restarts(pod, container, failure);
  }

  /**
   * The command to run; its output is not connected yet.
   *
   * @param translation replaces the pod's names in a text by those of this host
   */
  private record Prepared(
      Exec.Command command, UnaryOperator<String> translation, ContainerDirectories directories) {}

  private Prepared prepare(Pod pod, Container container, PodRun run)
      throws ApiException, NotStartableException, IOException {
    List<String> program = program(pod, container);
    if (program.isEmpty()) {
      throw NotStartableException.forever(
          "no command specified: a process node runs programs of this machine and cannot take the command from image \"%s\"; set the command of container \"%s\", or map the image to a program (--image)"
              .formatted(container.getImage(), container.getName()));
    }
    ObjectKey key = ObjectKey.of(pod);
    DownwardApi downward = downward(pod);
    var config = ConfigData.of(client, env, pod, run.tokens());
    PodVolumes volumes = fillVolumes(pod, run, config, downward);
    List<Service> services =
        client.live().list(Service.class).in(pod.getMetadata().getNamespace()).toList();
    services.forEach(proxy::ensure);
    List<LocalService> local = localServices();
    var serviceNames = new ServiceNames(key.namespace(), local);
    var names = new HostNames(addresses, key.namespace(), headlessServices(pod, services));

    Path hosts = run.directory().resolve("hosts");
    SortedMap<String, String> given = given(pod, hosts);
    var environment = new TreeMap<>(given);
    environment.putAll(ServiceLinks.of(client, pod, services, byKey(local), options.apiServer()));
    SortedMap<String, String> variables =
        new ContainerEnvironment(pod, container, downward, config).resolve(environment);
    ContainerDirectories directories = directories(pod, container, run);
    SequencedMap<String, Path> mounts = volumes.mounts(container, variables);
    mounts.putIfAbsent(terminationMessagePath(container), directories.terminationMessage());
    UnaryOperator<String> translation =
        text ->
            addresses.replace(
                serviceNames.replace(
                    names.replace(options.reachable().replace(PodVolumes.replace(mounts, text)))));
    var arguments =
        Stream.concat(program.stream(), container.getArgs().stream())
            .map(text -> VariableExpansion.expand(text, variables))
            .map(translation)
            .toList();
    var complete = new TreeMap<>(options.environment());
    complete.put("TMPDIR", directories.temporary().toString());
    variables.forEach(
        (name, value) ->
            complete.put(
                name,
                value.equals(given.get(name))
                    ? value // of this host already
                    : serviceNames.replace(name, translation.apply(value))));
    env.files().createDirectories(run.directory());
    env.files().write(hosts, (names.hostsFile() + serviceNames.hostsFile()).getBytes(UTF_8));
    directories.create(env.files());
    return new Prepared(
        new Exec.Command(
            Programs.find(env.files(), arguments, complete.getOrDefault("PATH", "")),
            complete,
            workingDirectory(container, mounts, directories),
            (_, _) -> {}),
        translation,
        directories);
  }

  /**
   * What is run before the arguments: the command, else the program of the image. An ephemeral
   * container without either is a shell, as in the usual images for debugging.
   */
  private List<String> program(Pod pod, Container container) {
    if (!container.getCommand().isEmpty()) {
      return container.getCommand();
    }
    String image = container.getImage() == null ? "" : container.getImage();
    boolean ephemeral =
        pod.getSpec().getEphemeralContainers().stream()
            .anyMatch(c -> c.getName().equals(container.getName()));
    return options.images().of(image).orElse(ephemeral ? List.of("/bin/sh") : List.of());
  }

  private ContainerDirectories directories(Pod pod, Container container, PodRun run) {
    List<String> names = PodLife.allContainersOf(pod).map(Container::getName).toList();
    return ContainerDirectories.of(
        run, options.data(), container.getName(), names.indexOf(container.getName()));
  }

  private static String terminationMessagePath(Container container) {
    String path = container.getTerminationMessagePath();
    return path == null || path.isEmpty() ? "/dev/termination-log" : path;
  }

  private PodVolumes fillVolumes(Pod pod, PodRun run, ConfigData config, DownwardApi downward)
      throws ApiException, NotStartableException, IOException {
    var volumes = new PodVolumes(env.files(), run.directory().resolve("volumes"));
    PodVolumes.Prepared prepared = volumes.prepare(pod, config, downward);
    run.refreshAt(
        prepared.refreshAfter(REFRESH_PERIOD).map(env.clock().now()::plus).orElse(Instant.MAX));
    return volumes;
  }

  /** Updates the content of volumes: renews tokens before they expire, writes changed data. */
  void refresh(Pod pod, PodRun run) throws ApiException {
    try {
      var _ = fillVolumes(pod, run, ConfigData.of(client, env, pod, run.tokens()), downward(pod));
    } catch (NotStartableException | IOException e) {
      run.refreshAt(env.clock().now().plus(REFRESH_PERIOD));
      recorder.warning(pod, "FailedMount", "%s", String.valueOf(e.getMessage()));
    }
  }

  /** Variables of the node's own that a container's spec may refer to. */
  private SortedMap<String, String> given(Pod pod, Path hosts) {
    var given = new TreeMap<String, String>();
    options
        .environment()
        .forEach(
            (name, value) -> {
              if (name.startsWith("COXSWAIN_")) {
                given.put(name, value);
              }
            });
    given.put("COXSWAIN_HOSTS_FILE", hosts.toString());
    given.put("HOSTNAME", Addresses.hostname(pod));
    return given;
  }

  /** What a container may learn about its pod: the addresses are those that it can use. */
  private DownwardApi downward(Pod pod) {
    return new DownwardApi(pod, addresses.local(pod), PodNetwork.HOST, options.capacity());
  }

  /** The API server is reached where it listens, without the proxy. */
  private List<LocalService> localServices() {
    if (options.apiServer().isEmpty()) {
      return proxy.services();
    }
    URI server = URI.create(options.apiServer());
    return proxy.services().stream()
        .map(service -> service.key().equals(API_SERVER) ? at(service, server) : service)
        .toList();
  }

  private static LocalService at(LocalService service, URI server) {
    var ports = new TreeMap<>(service.ports());
    ports.replaceAll((_, _) -> server.getPort());
    return new LocalService(service.key(), service.clusterIp(), server.getHost(), ports);
  }

  private static SortedMap<ObjectKey, LocalService> byKey(List<LocalService> services) {
    var byKey = new TreeMap<ObjectKey, LocalService>();
    services.forEach(service -> byKey.put(service.key(), service));
    return byKey;
  }

  private static SortedSet<String> headlessServices(Pod pod, List<Service> services) {
    var names = new TreeSet<String>();
    for (Service service : services) {
      if ("None".equals(service.getSpec().getClusterIP())) {
        names.add(service.getMetadata().getName());
      }
    }
    String own = pod.getSpec().getSubdomain();
    if (own != null && !own.isEmpty()) {
      names.add(own);
    }
    return names;
  }

  private Path workingDirectory(
      Container container, SequencedMap<String, Path> mounts, ContainerDirectories directories)
      throws NotStartableException, IOException {
    String asked = container.getWorkingDir() == null ? "" : container.getWorkingDir();
    String replaced = PodVolumes.replace(mounts, asked);
    return directories.workingDirectory(env.files(), replaced, !replaced.equals(asked));
  }

  private void launch(Pod pod, Container container, PodRun run, Prepared prepared)
      throws IOException {
    ObjectKey key = ObjectKey.of(pod);
    String name = container.getName();
    Exec.Command command = prepared.command;
    ContainerLog log = logs.begin(key, name, run.life().container(name).restarts());
    Exec.Running process;
    try {
      process =
          env.exec()
              .start(
                  new Exec.Command(
                      launched(command.arguments()),
                      command.environment(),
                      command.directory(),
                      log,
                      Boolean.TRUE.equals(container.getStdin())));
    } catch (IOException e) {
      log.close();
      throw new IOException(explain(container, command, e), e);
    }
    ContainerLife.Running begun =
        run.started(container, command, prepared.translation, process, env.clock().now());
    Task watcher =
        env.tasks()
            .spawn(
                "container " + key + "/" + name,
                () -> await(container, key, run, process, log, prepared.directories));
    run.watchedBy(watcher);
    var place = new Handlers.Place(container, command, prepared.translation, addresses.of(pod));
    afterStart(pod, run, place);
    if (Prober.isNeeded(container)) {
      var prober = new Prober(env, recorder, handlers, pod, run, place, begun, changed);
      run.watchedBy(env.tasks().spawn("probes of " + key + "/" + name, prober::run));
    }
  }

  /** Describes what is missing in the words of container runtimes, and what to do about it. */
  private String explain(Container container, Exec.Command command, IOException problem) {
    String program = command.arguments().getFirst();
    if (env.files().exists(Path.of(program))) {
      return "exec: \"%s\": %s".formatted(program, problem.getMessage());
    }
    return "exec: \"%s\": %s: a process node runs programs of this machine, not of image \"%s\"; install the program here, or name one that is installed"
        .formatted(
            program,
            program.indexOf('/') < 0
                ? "executable file not found in $PATH"
                : "stat " + program + ": no such file or directory",
            container.getImage());
  }

  /** A program that is not there is left to fail as it would by itself. */
  private List<String> launched(List<String> arguments) {
    return options.launcher().isEmpty() || !env.files().exists(Path.of(arguments.getFirst()))
        ? arguments
        : Stream.concat(options.launcher().stream(), arguments.stream()).toList();
  }

  private void afterStart(Pod pod, PodRun run, Handlers.Place place) {
    Lifecycle lifecycle = place.container().getLifecycle();
    if (lifecycle == null || lifecycle.getPostStart() == null) {
      return;
    }
    String name = place.container().getName();
    run.watchedBy(
        env.tasks()
            .spawn(
                "after the start of " + name,
                () -> {
                  Optional<String> failure = hook(lifecycle.getPostStart(), place, MAX_HOOK);
                  if (failure.isPresent()) {
                    recorder.warning(
                        pod, "FailedPostStartHook", "PostStartHook failed: %s", failure.get());
                    run.stop(name, env.clock().now().plus(RETRY));
                    changed.accept(ObjectKey.of(pod));
                  }
                }));
  }

  private Optional<String> hook(LifecycleHandler hook, Handlers.Place place, Duration atMost)
      throws CancelledException {
    if (hook.getSleep() != null) {
      Duration sleep = Duration.ofSeconds(hook.getSleep().getSeconds());
      env.clock().sleep(sleep.compareTo(atMost) < 0 ? sleep : atMost);
      return Optional.empty();
    }
    return handlers.run(place, Handlers.Action.of(hook), atMost);
  }

  /** Asks a container to end, after what it wants done before. */
  void stop(Pod pod, String name, PodRun run, Instant killAt) {
    Container container =
        PodLife.containersOf(pod).filter(c -> c.getName().equals(name)).findFirst().orElse(null);
    Optional<Exec.Command> command = run.command(name);
    LifecycleHandler hook =
        container == null || container.getLifecycle() == null
            ? null
            : container.getLifecycle().getPreStop();
    Duration grace = Duration.between(env.clock().now(), killAt);
    if (hook == null || container == null || command.isEmpty() || !grace.isPositive()) {
      run.stop(name, killAt);
      return;
    }
    run.willStop(name, killAt);
    var place =
        new Handlers.Place(container, command.get(), run.translation(name), addresses.of(pod));
    run.watchedBy(
        env.tasks()
            .spawn(
                "before the stop of " + name,
                () -> {
                  Optional<String> failure = hook(hook, place, grace);
                  failure.ifPresent(
                      why ->
                          recorder.warning(
                              pod, "FailedPreStopHook", "PreStopHook failed: %s", why));
                  run.terminate(name);
                }));
  }

  private void await(
      Container container,
      ObjectKey key,
      PodRun run,
      Exec.Running process,
      ContainerLog log,
      ContainerDirectories directories)
      throws CancelledException {
    int code = process.await();
    String message = "";
    try {
      log.close();
      message = terminationMessage(container, key, code, directories);
    } catch (CancelledException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // The pod must not look as if it still ran because its message cannot be read.
      logger
          .atWarn()
          .addKeyValue("pod", key)
          .addKeyValue("container", container.getName())
          .setCause(e)
          .log("Failed to read termination message");
    } finally {
      run.exited(container.getName(), code, message, env.clock().now());
    }
    if (!runs.isClosed()) {
      changed.accept(key);
    }
  }

  private String terminationMessage(
      Container container, ObjectKey key, int code, ContainerDirectories directories) {
    String message = TerminationMessage.read(env.files(), directories.terminationMessage());
    return message.isEmpty()
            && code != 0
            && "FallbackToLogsOnError".equals(container.getTerminationMessagePolicy())
        ? TerminationMessage.ofLog(logs, key, container.getName())
        : message;
  }
}
