package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.env.Task;
import io.coxswain.node.logs.ContainerLog;
import io.coxswain.node.logs.PodLogs;
import io.coxswain.node.pod.ContainerLife;
import io.coxswain.node.pod.PodLife;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Starts containers as processes and notices their end. */
final class ContainerStarter {
  /** What a kubelet reports for a program that could not be executed. */
  private static final int NOT_EXECUTABLE = 128;

  /** A kubelet waits 10 s; those who try things out on their own machine wait less gladly. */
  private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(1);

  private static final Duration LONGEST_HOOK = Duration.ofMinutes(2);
  private static final Duration RETRY = Duration.ofSeconds(2);

  private final Env env;
  private final Client client;
  private final Recorder recorder;
  private final Handlers handlers;
  private final ProcessNodeOptions options;
  private final Addresses addresses;
  private final PodLogs logs;
  private final PodRuns runs;
  private final Consumer<ObjectKey> changed;

  /**
   * @param changed told when a container has ended
   */
  ContainerStarter(
      Env env,
      Client client,
      Recorder recorder,
      ProcessNodeOptions options,
      Addresses addresses,
      PodLogs logs,
      PodRuns runs,
      Consumer<ObjectKey> changed) {
    this.env = env;
    this.client = client;
    this.recorder = recorder;
    this.handlers = new Handlers(env, options.dial());
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
      Instant retryAt = env.clock().now().plus(RETRY);
      run.change(
          name, c -> c.with(new ContainerLife.Blocked(e.reason(), e.explanation(), retryAt)));
    } catch (IOException e) {
      Instant now = env.clock().now();
      run.change(
          name,
          c ->
              c.with(
                  new ContainerLife.Exited(
                      "", NOT_EXECUTABLE, "StartError", String.valueOf(e.getMessage()), now, now)));
      changed.accept(ObjectKey.of(pod));
    }
  }

  /**
   * What to run; its output is still to be connected.
   *
   * @param translation writes this machine's names for the pod's in a text
   */
  private record Prepared(Exec.Command command, UnaryOperator<String> translation) {}

  private Prepared prepare(Pod pod, Container container, PodRun run)
      throws ApiException, NotStartableException, IOException {
    ObjectKey key = ObjectKey.of(pod);
    var downward = new DownwardApi(pod, addresses.of(pod), Addresses.HOST, options.capacity());
    var config = ConfigData.of(client, env.api(), pod);
    Volumes volumes = fillVolumes(pod, run, config, downward);
    var names = new HostNames(addresses, key.namespace(), headlessServices(pod));

    Path hosts = run.directory().resolve("hosts");
    SortedMap<String, String> environment = given(pod, hosts);
    environment.putAll(ServiceLinks.of(client, pod, options.apiServer()));
    environment = new ContainerEnvironment(pod, container, downward, config).resolve(environment);
    SortedMap<String, String> variables = environment;
    UnaryOperator<String> translation =
        text -> options.reachable().replace(names.replace(volumes.replace(container, text)));
    var arguments =
        Stream.concat(container.getCommand().stream(), container.getArgs().stream())
            .map(text -> VariableExpansion.expand(text, variables))
            .map(translation)
            .toList();
    if (container.getCommand().isEmpty()) {
      throw new IOException(
          "container \"%s\" has no command, and a process node has no image \"%s\" to take one from"
              .formatted(container.getName(), container.getImage()));
    }
    var complete = new TreeMap<>(options.environment());
    variables.forEach((name, value) -> complete.put(name, translation.apply(value)));
    env.files().createDirectories(run.directory());
    env.files().write(hosts, names.hostsFile().getBytes(StandardCharsets.UTF_8));
    return new Prepared(
        new Exec.Command(
            Programs.find(env.files(), arguments, complete.getOrDefault("PATH", "")),
            complete,
            workingDirectory(container, volumes),
            (_, _) -> {}),
        translation);
  }

  private Volumes fillVolumes(Pod pod, PodRun run, ConfigData config, DownwardApi downward)
      throws ApiException, NotStartableException, IOException {
    var volumes = new Volumes(env.files(), run.directory().resolve("volumes"));
    Optional<Duration> tokens = volumes.prepare(pod, config, downward);
    run.refreshAt(
        tokens
            .map(life -> env.clock().now().plus(life.multipliedBy(4).dividedBy(5)))
            .orElse(Instant.MAX));
    return volumes;
  }

  /** Writes anew what the volumes hold: tokens before they expire, and what else has changed. */
  void refresh(Pod pod, PodRun run) throws ApiException {
    try {
      var _ =
          fillVolumes(
              pod,
              run,
              ConfigData.of(client, env.api(), pod),
              new DownwardApi(pod, addresses.of(pod), Addresses.HOST, options.capacity()));
    } catch (NotStartableException | IOException e) {
      run.refreshAt(env.clock().now().plus(Duration.ofMinutes(1)));
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

  private SortedSet<String> headlessServices(Pod pod) throws ApiException {
    var names = new TreeSet<String>();
    for (Service service :
        client.live().list(Service.class).in(pod.getMetadata().getNamespace()).toList()) {
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

  private Path workingDirectory(Container container, Volumes volumes) {
    String directory = container.getWorkingDir();
    return directory == null || directory.isEmpty()
        ? options.workingDirectory()
        : options.workingDirectory().resolve(volumes.replace(container, directory));
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
                      log));
    } catch (IOException e) {
      log.close();
      throw e;
    }
    ContainerLife.Running begun =
        run.started(container, command, prepared.translation, process, env.clock().now());
    Task watcher =
        env.tasks()
            .spawn("container " + key + "/" + name, () -> await(key, name, run, process, log));
    run.watchedBy(watcher);
    var place = new Handlers.Place(container, command, prepared.translation, addresses.of(pod));
    afterStart(pod, run, place);
    if (Prober.isNeeded(container)) {
      var prober = new Prober(env, recorder, handlers, pod, run, place, begun, changed);
      run.watchedBy(env.tasks().spawn("probes of " + key + "/" + name, prober::run));
    }
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
                  Optional<String> failure = hook(lifecycle.getPostStart(), place, LONGEST_HOOK);
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
    return handlers.run(place, hook.getExec(), hook.getHttpGet(), hook.getTcpSocket(), atMost);
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
      ObjectKey key, String container, PodRun run, Exec.Running process, ContainerLog log)
      throws CancelledException {
    int code = process.await();
    log.close();
    run.exited(container, code, "", env.clock().now());
    if (!runs.isClosed()) {
      changed.accept(key);
    }
  }
}
