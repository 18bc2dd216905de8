package io.coxswain.node.simulated;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.node.allocation.NodeAllocations;
import io.coxswain.node.allocation.NodeFacts;
import io.coxswain.node.allocation.PodAdmission;
import io.coxswain.node.allocation.Rejections;
import io.coxswain.node.pod.PodLife;
import io.coxswain.node.pod.PodPlan;
import io.coxswain.node.pod.PodStatuses;
import io.coxswain.node.registry.NodeObjects;
import io.coxswain.node.registry.NodeProfile;
import io.coxswain.node.registry.NodeRegistry;
import io.coxswain.node.usage.PodUsage;
import io.coxswain.node.usage.UsageSource;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Nodes with simulated containers, and the lifecycle of their pods. */
public final class SimulatedNodes implements UsageSource {
  /** The label of simulated nodes. */
  public static final String KIND_LABEL = NodeProfile.KIND_LABEL;

  public static final String KIND = "simulated";
  private static final String BY_NODE = "simulated/node";

  private static final Logger log = LoggerFactory.getLogger(SimulatedNodes.class);

  private final Env env;
  private final Client client;
  private final Recorder recorder;
  private final SimulatedNodeOptions options;
  private final NodeRegistry registry;
  private final PodAdmission admission;
  private final SimulatedAddresses addresses = new SimulatedAddresses();
  private final Enqueuer<ObjectKey> pods;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Place> places = new HashMap<>();
  private final Map<ObjectKey, SimulatedPod> running = new HashMap<>();

  /** The state of one simulated node. */
  private record Place(
      NodeProfile profile, NodeFacts facts, boolean silent, @Nullable String range) {}

  private SimulatedNodes(Manager manager, SimulatedNodeOptions options, Enqueuer<ObjectKey> pods) {
    this.pods = pods;
    this.env = manager.env();
    this.client = manager.client().fieldOwner("kubelet");
    this.recorder = manager.recorder("kubelet");
    this.options = options;
    this.registry = new NodeRegistry(env, client, this::profile, false, () -> {});
    this.admission =
        new PodAdmission(
            client,
            options.events() ? recorder : new SilentRecorder(),
            new NodeAllocations(
                client,
                env.clock(),
                node -> client.list(Pod.class).by(BY_NODE, node).toList(),
                pods::add));
  }

  /** Adds the nodes to the manager, which creates and updates them once it runs. */
  public static SimulatedNodes register(Manager manager, SimulatedNodeOptions options) {
    ControllerBuilder<ObjectKey> podController = manager.controller("simulated-pod");
    var nodes = new SimulatedNodes(manager, options, podController.enqueuer());
    manager.index(
        Pod.class,
        BY_NODE,
        pod ->
            pod.getSpec().getNodeName() == null ? List.of() : List.of(pod.getSpec().getNodeName()));
    manager
        .controller("simulated-node")
        .kind(Node.class)
        .watch(Node.class, all -> all.self())
        .reconcile(nodes::reconcileNode);
    podController
        .kind(Pod.class)
        .watch(Pod.class, all -> all.self())
        .workers(4)
        .reconcile(nodes::reconcilePod);
    for (int i = 0; i < options.count(); i++) {
      nodes.registry.add(options.prefix() + i);
    }
    manager.add(nodes.registry);
    return nodes;
  }

  // ---- nodes ----------------------------------------------------------------------------------

  private Outcome reconcileNode(ObjectKey key, Reconciliation pass) throws ApiException {
    Node node = client.get(Node.class, key).filter(SimulatedNodes::isOurs).orElse(null);
    Place before = place(key.name());
    if (node == null) {
      if (before != null) {
        registry.remove(key.name());
        put(key.name(), null);
        admission.forget(key.name());
        wakePods(key.name());
      }
      return Outcome.done();
    }
    NodeProfile profile = profile(node);
    var now =
        new Place(
            profile,
            NodeFacts.of(node, profile),
            NodeObjects.isSilent(node),
            node.getSpec().getPodCIDR());
    put(key.name(), now);
    registry.changed(key.name());
    if (before == null || before.silent) {
      wakePods(key.name());
    }
    return Outcome.done();
  }

  private static boolean isOurs(Node node) {
    return node.getMetadata().getLabels() != null
        && KIND.equals(node.getMetadata().getLabels().get(KIND_LABEL));
  }

  private void wakePods(String node) throws ApiException {
    client.list(Pod.class).by(BY_NODE, node).keys().forEach(pods::add);
  }

  private @Nullable Place place(String node) {
    lock.lock();
    try {
      return places.get(node);
    } finally {
      lock.unlock();
    }
  }

  private void put(String node, @Nullable Place place) {
    lock.lock();
    try {
      if (place == null) {
        places.remove(node);
      } else {
        places.put(node, place);
      }
    } finally {
      lock.unlock();
    }
  }

  private NodeProfile profile(String name) {
    Place known = place(name);
    return known != null ? known.profile : profile(name, options.capacity());
  }

  private NodeProfile profile(Node node) {
    SortedMap<String, Quantity> capacity = options.capacity();
    if (node.getStatus() != null
        && node.getStatus().getCapacity() != null
        && !node.getStatus().getCapacity().isEmpty()) {
      capacity = new TreeMap<>(node.getStatus().getCapacity());
    }
    return profile(node.getMetadata().getName(), capacity);
  }

  private NodeProfile profile(String name, SortedMap<String, Quantity> capacity) {
    var labels = new TreeMap<String, String>();
    labels.put(KIND_LABEL, KIND);
    // What the node lifecycle controller would add; with thousands of nodes that is a write each.
    labels.put("beta.kubernetes.io/os", "linux");
    labels.put("beta.kubernetes.io/arch", "amd64");
    int zone = Math.floorMod(name.hashCode(), Math.max(1, options.zones()));
    if (name.startsWith(options.prefix())) {
      zone = number(name.substring(options.prefix().length())) % Math.max(1, options.zones());
    }
    labels.put("topology.kubernetes.io/zone", "zone-" + zone);
    labels.put("topology.kubernetes.io/region", "local");
    return new NodeProfile(
        SimulatedAddresses.ofNode(name), KIND, labels, capacity, "linux", "amd64");
  }

  private static int number(String digits) {
    try {
      return Math.abs(Integer.parseInt(digits));
    } catch (NumberFormatException e) {
      return 0; // a name chosen by the user
    }
  }

  /** The number of registered nodes. */
  public int registered() {
    return registry.registered();
  }

  // ---- pods -----------------------------------------------------------------------------------

  private Outcome reconcilePod(ObjectKey key, Reconciliation pass) throws ApiException {
    Pod pod = client.get(Pod.class, key).orElse(null);
    Place place = pod == null ? null : place(orEmpty(pod.getSpec().getNodeName()));
    SimulatedPod known = find(key);
    if (known != null && (pod == null || !known.uid().equals(pod.getMetadata().getUid()))) {
      forget(key, known);
      known = null;
    }
    if (pod == null || place == null || place.silent) {
      return Outcome.done();
    }
    try {
      return Rejections.isRejected(pod) ? finish(pod) : reconcile(key, pod, place, known, pass);
    } catch (ApiException.Conflict e) {
      return Outcome.again(); // the pod has changed since: look at it as it is now
    } catch (ApiException.NotFound e) {
      return Outcome.done(); // its event triggers the next reconcile
    }
  }

  private Outcome reconcile(
      ObjectKey key, Pod pod, Place place, @Nullable SimulatedPod known, Reconciliation pass)
      throws ApiException {
    if (known == null && !admission.admit(place::facts, pod, pass.now())) {
      return Outcome.done();
    }
    SimulatedPod simulated = known == null ? adopt(key, pod, place, pass.now()) : known;
    simulated.life(admission.update(place::facts, pod, simulated.life(), pass.now()));
    Pod allocated = simulated.life().resources().applyTo(pod);
    SimulatedPod.Look look = simulated.advance(allocated, pass.now(), listener(pod));
    PodStatus status =
        PodStatuses.of(
            allocated, simulated.life(), place.profile.address(), simulated.address(), pass.now());
    if (look.delete() || PodPlan.hasEnded(status)) {
      admission.release(simulated.node(), simulated.uid());
    }
    client.discardingResponses().patchStatus(pod, pod.getStatus(), status);
    if (look.delete()) {
      client.delete(pod, Deletion.byDefault().grace(0));
    }
    return look.next()
        .map(when -> Outcome.after(positive(Duration.between(pass.now(), when))))
        .orElseGet(Outcome::done);
  }

  /** A pod that was not admitted has nothing to stop. */
  private Outcome finish(Pod pod) throws ApiException {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      client.delete(pod, Deletion.byDefault().grace(0));
    }
    return Outcome.done();
  }

  private static Duration positive(Duration delay) {
    return delay.isPositive() ? delay : Duration.ofMillis(1);
  }

  private SimulatedPod.Listener listener(Pod pod) {
    return new SimulatedPod.Listener() {
      @Override
      public void started(String container) {
        if (options.events()) {
          recorder.normal(pod, "Started", "Started container %s", container);
        }
      }

      @Override
      public void restarting(String container) {
        admission.restarting(pod, container);
      }

      @Override
      public void resized(long generation) {
        admission.resized(pod, generation);
      }
    };
  }

  private @Nullable SimulatedPod find(ObjectKey key) {
    lock.lock();
    try {
      return running.get(key);
    } finally {
      lock.unlock();
    }
  }

  private SimulatedPod adopt(ObjectKey key, Pod pod, Place place, Instant now) {
    lock.lock();
    try {
      String address = addresses.ofPod(pod, place.profile.address(), place.range);
      var simulated =
          new SimulatedPod(
              pod,
              address,
              options.stages(),
              env.entropy().derive("stages of " + pod.getMetadata().getUid()),
              now);
      running.put(key, simulated);
      return simulated;
    } finally {
      lock.unlock();
    }
  }

  private void forget(ObjectKey key, SimulatedPod pod) {
    lock.lock();
    try {
      running.remove(key, pod);
      addresses.free(pod.address());
    } finally {
      lock.unlock();
    }
    admission.release(pod.node(), pod.uid());
  }

  /** Whether the pod is on one of these nodes. */
  public boolean has(ObjectKey pod) {
    return find(pod) != null;
  }

  /** The logs of the pods on these nodes. */
  public SimulatedLogs logs() {
    return new SimulatedLogs(env, client, this::lifeOf);
  }

  private Optional<PodLife> lifeOf(ObjectKey pod) {
    return Optional.ofNullable(find(pod)).map(SimulatedPod::life);
  }

  @Override
  public SortedSet<String> nodes() {
    lock.lock();
    try {
      var names = new TreeSet<String>();
      places.forEach(
          (name, place) -> {
            if (!place.silent) {
              names.add(name);
            }
          });
      return names;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<PodUsage> pods() {
    var lives = new TreeMap<ObjectKey, SimulatedPod>();
    lock.lock();
    try {
      lives.putAll(running);
    } finally {
      lock.unlock();
    }
    Instant now = env.clock().now();
    var all = new ArrayList<PodUsage>();
    lives.forEach(
        (key, simulated) -> {
          try {
            client
                .get(Pod.class, key)
                .ifPresent(pod -> all.add(SimulatedUsage.of(pod, simulated.life(), now)));
          } catch (ApiException e) {
            log.atWarn()
                .addKeyValue("pod", key)
                .addKeyValue("err", e.getMessage())
                .log("Failed to collect resource usage of pod");
          }
        });
    return all;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
