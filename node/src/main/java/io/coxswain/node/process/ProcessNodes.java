package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.env.Sockets;
import io.coxswain.node.allocation.NodeAllocations;
import io.coxswain.node.allocation.PodAdmission;
import io.coxswain.node.logs.PodLogs;
import io.coxswain.node.network.PodNetwork;
import io.coxswain.node.network.ServiceProxy;
import io.coxswain.node.pod.ContainerLife;
import io.coxswain.node.pod.PodLife;
import io.coxswain.node.registry.NodeRegistry;
import io.coxswain.node.usage.PodUsage;
import io.coxswain.node.usage.UsageSource;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Nodes whose containers are processes of this host. */
public final class ProcessNodes implements UsageSource {
  private static final String BY_NODE = "process/node";
  private static final Logger log = LoggerFactory.getLogger(ProcessNodes.class);

  private final Env env;
  private final SortedSet<String> names;
  private final UsageMeter meter = new UsageMeter();
  private final Client client;
  private final PodNetwork network;
  private final Addresses addresses;
  private final ServiceProxy proxy;
  private final PodRuns runs;
  private final PodLogs logs;

  private ProcessNodes(
      Env env,
      Client client,
      SortedSet<String> names,
      PodNetwork network,
      Addresses addresses,
      ServiceProxy proxy,
      PodRuns runs,
      PodLogs logs) {
    this.names = names;
    this.env = env;
    this.client = client;
    this.network = network;
    this.addresses = addresses;
    this.proxy = proxy;
    this.runs = runs;
    this.logs = logs;
  }

  /** Adds the nodes to the manager: they appear, and run pods, once it runs. */
  public static ProcessNodes register(Manager manager, ProcessNodeOptions options) {
    return register(manager, options, new PodLogs(manager.env()));
  }

  /** As {@link #register(Manager, ProcessNodeOptions)}, with logs made before. */
  public static ProcessNodes register(Manager manager, ProcessNodeOptions options, PodLogs logs) {
    Env env = manager.env();
    Client client = manager.client().fieldOwner("kubelet");
    var runs = new PodRuns();
    PodNetwork network = options.network();
    var addresses = new Addresses(network);
    ServiceProxy proxy = ServiceProxy.register(manager, network);
    SortedSet<String> names = new TreeSet<>(options.names());
    Predicate<Pod> isOurs =
        pod -> pod.getSpec().getNodeName() != null && names.contains(pod.getSpec().getNodeName());

    ControllerBuilder<ObjectKey> builder = manager.controller("process-node");
    var starter =
        new ContainerStarter(
            env,
            client,
            manager.recorder("kubelet"),
            options,
            addresses,
            proxy,
            logs,
            runs,
            builder.enqueuer()::add);
    manager.index(
        Pod.class,
        BY_NODE,
        pod -> isOurs.test(pod) ? List.of(pod.getSpec().getNodeName()) : List.of());
    var allocations =
        new NodeAllocations(
            client,
            env.clock(),
            node -> client.list(Pod.class).by(BY_NODE, node).toList(),
            builder.enqueuer()::add);
    var reconciler =
        new PodReconciler(
            env,
            client,
            manager.recorder("kubelet"),
            options.data(),
            isOurs,
            runs,
            logs,
            addresses,
            starter,
            new PodAdmission(client, manager.recorder("kubelet"), allocations),
            options.profile(),
            options.notices());
    builder
        .kind(Pod.class)
        .watch(Pod.class, pods -> pods.self().when(event -> isOurs.test(event.object())))
        .workers(4)
        .reconcile(reconciler);
    var registry = new NodeRegistry(env, client, name -> options.profile(), true, runs::kill);
    options.names().forEach(registry::add);
    manager
        .controller("process-node-object")
        .kind(Node.class)
        .watch(Node.class, nodes -> nodes.self())
        .reconcile(
            (key, pass) -> {
              if (names.contains(key.name())) {
                registry.changed(key.name());
              }
              return Outcome.done();
            });
    manager.add(registry);
    return new ProcessNodes(env, client, names, network, addresses, proxy, runs, logs);
  }

  @Override
  public SortedSet<String> nodes() {
    return new TreeSet<>(names);
  }

  @Override
  public List<PodUsage> pods() {
    Instant now = env.clock().now();
    var all = new ArrayList<PodUsage>();
    runs.all()
        .forEach(
            (key, run) -> {
              try {
                client
                    .get(Pod.class, key)
                    .filter(pod -> pod.getMetadata().getUid().equals(run.uid()))
                    .ifPresent(pod -> all.add(usage(pod, run, now)));
              } catch (ApiException e) {
                log.atWarn()
                    .addKeyValue("pod", key)
                    .addKeyValue("err", e.getMessage())
                    .log("Failed to collect resource usage of pod");
              }
            });
    return all;
  }

  private PodUsage usage(Pod pod, PodRun run, Instant now) {
    var containers = new TreeMap<String, PodUsage.Amount>();
    var window = new AtomicReference<>(Duration.ofSeconds(15));
    run.processes()
        .forEach(
            (name, process) -> {
              if (run.life().container(name).state() instanceof ContainerLife.Running running) {
                process
                    .consumption()
                    .ifPresent(
                        used -> {
                          UsageMeter.Rate rate =
                              meter.measure(
                                  run.uid() + running.id(), running.startedAt(), used, now);
                          containers.put(name, rate.amount());
                          window.set(rate.window());
                        });
              }
            });
    return new PodUsage(
        pod, now, Objects.requireNonNullElse(window.get(), Duration.ofSeconds(15)), containers);
  }

  /** What the pods on these nodes print. */
  public PodLogs logs() {
    return logs;
  }

  /**
   * Runs a command next to a container: with its variables, in its directory.
   *
   * @throws IOException if the container is not running or the command cannot be started
   */
  public Exec.Conversation exec(ObjectKey pod, String container, List<String> command)
      throws IOException {
    Exec.Command own =
        runs.find(pod)
            .flatMap(run -> run.command(container))
            .orElseThrow(
                () -> new IOException("container not found (\"%s\")".formatted(container)));
    String path = own.environment().getOrDefault("PATH", "");
    return env.exec()
        .converse(
            new Exec.Command(
                Programs.find(
                    env.files(),
                    command.stream()
                        .map(runs.find(pod).map(r -> r.translation(container)).orElse(t -> t))
                        .toList(),
                    path),
                own.environment(),
                own.directory(),
                (_, _) -> {}));
  }

  /**
   * What is written here the program of a container reads. Closing it ends the program's input if
   * the container has {@code stdinOnce}; if it has no {@code stdin}, what is written is dropped.
   *
   * @throws IOException when the container does not run
   */
  public OutputStream input(ObjectKey pod, String container) throws IOException {
    Exec.Running process =
        runs.find(pod)
            .map(run -> run.processes().get(container))
            .orElseThrow(
                () -> new IOException("container not found (\"%s\")".formatted(container)));
    Container spec;
    try {
      spec =
          client.get(Pod.class, pod).stream()
              .flatMap(PodLife::allContainersOf)
              .filter(c -> c.getName().equals(container))
              .findFirst()
              .orElse(null);
    } catch (ApiException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (spec == null || !Boolean.TRUE.equals(spec.getStdin())) {
      return OutputStream.nullOutputStream();
    }
    return Boolean.TRUE.equals(spec.getStdinOnce())
        ? process.input()
        : new KeptOpen(process.input());
  }

  /** Lets other writers continue when one has finished. */
  private static final class KeptOpen extends FilterOutputStream {
    KeptOpen(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  /**
   * Connects to a port of a pod.
   *
   * @throws IOException if there is no such pod here, or nothing listens on the port
   */
  public Sockets.Connection connect(ObjectKey pod, int port) throws IOException {
    Optional<Pod> found;
    try {
      found = runs.find(pod).isEmpty() ? Optional.empty() : client.get(Pod.class, pod);
    } catch (ApiException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (found.isEmpty()) {
      throw new IOException("pod " + pod.name() + " is not running on this node");
    }
    return network.connect(env.sockets(), addresses.of(found.get()), port);
  }

  /**
   * Connects to a port of a pod for a client of the API; see {@link PodNetwork#connect(Sockets,
   * String, int, boolean)}.
   *
   * @throws NoRouteToHostException if the pod does not run here
   * @throws ConnectException if it does not listen on the port
   */
  public Sockets.Connection dialPod(ObjectKey key, int port) throws IOException {
    Pod pod =
        running(key)
            .orElseThrow(
                () -> new NoRouteToHostException("pod " + key.name() + " does not run here"));
    boolean declared = ports(pod).anyMatch(p -> Objects.equals(p.getContainerPort(), port));
    return network.connect(env.sockets(), addresses.of(pod), port, declared);
  }

  /**
   * Connects to a port of a node for a client of the API. A node has the ports of the pods that use
   * its network or a host port, but no kubelet and no other port of this host.
   *
   * @throws NoRouteToHostException if the node is not one of these
   * @throws ConnectException if no pod of the node has the port
   */
  public Sockets.Connection dialNode(String node, int port) throws IOException {
    if (!names.contains(node)) {
      throw new NoRouteToHostException("node " + node + " is not here");
    }
    for (ObjectKey key : runs.all().keySet()) {
      Optional<Pod> pod = running(key).filter(p -> node.equals(p.getSpec().getNodeName()));
      Optional<ContainerPort> found =
          pod.flatMap(p -> ports(p).filter(one -> isOnHost(p, one, port)).findFirst());
      if (found.isPresent()) {
        return network.connect(
            env.sockets(), addresses.of(pod.get()), found.get().getContainerPort(), true);
      }
    }
    throw new ConnectException("no pod of node " + node + " uses port " + port);
  }

  private static boolean isOnHost(Pod pod, ContainerPort port, int number) {
    return Objects.equals(port.getHostPort(), number)
        || (Boolean.TRUE.equals(pod.getSpec().getHostNetwork())
            && Objects.equals(port.getContainerPort(), number));
  }

  private static Stream<ContainerPort> ports(Pod pod) {
    return PodLife.allContainersOf(pod).flatMap(container -> container.getPorts().stream());
  }

  private Optional<Pod> running(ObjectKey key) throws IOException {
    Optional<PodRun> run = runs.find(key);
    if (run.isEmpty()) {
      return Optional.empty();
    }
    try {
      return client
          .get(Pod.class, key)
          .filter(pod -> pod.getMetadata().getUid().equals(run.get().uid()));
    } catch (ApiException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Whether the pod is on one of these nodes. */
  public boolean has(ObjectKey pod) {
    return runs.find(pod).isPresent();
  }

  /** Maps the addresses of pods and services in the API to those to dial on this host. */
  public PodNetwork network() {
    return network;
  }

  /** The addresses of services on this host. */
  public ServiceProxy services() {
    return proxy;
  }

  /**
   * Stops all processes: terminates them, kills the remaining ones after the grace period, and
   * waits until all have ended. Must be called before the manager is stopped; afterwards no process
   * is started.
   */
  public void shutdown(Duration grace) throws CancelledException {
    runs.shutdown(env.clock(), grace);
    proxy.close();
  }
}
