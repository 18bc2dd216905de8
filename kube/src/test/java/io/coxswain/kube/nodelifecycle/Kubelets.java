package io.coxswain.kube.nodelifecycle;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Taints;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The kubelets of a test's nodes: they register, renew their leases and say how they are. */
public final class Kubelets {
  private static final String LEASES = "kube-node-lease";
  private static final Duration BEAT = Duration.ofSeconds(10);

  private final Cluster cluster;
  private final World world;

  public Kubelets(Cluster cluster) {
    this.cluster = cluster;
    this.world = cluster.world();
  }

  public void register(String... names) throws ApiException {
    for (String name : names) {
      cluster.create(Node.class, "metadata: {name: " + name + "}");
      report(name, "Ready", "True");
      renew(name);
    }
  }

  /** Sets a condition as a kubelet does. */
  public void report(String node, String type, String status) throws ApiException {
    String now = Timestamps.format(world.now());
    Node current = node(node);
    List<NodeCondition> before = current.getStatus().getConditions();
    var conditions = new ArrayList<NodeCondition>(before == null ? List.of() : before);
    conditions.removeIf(c -> c.getType().equals(type));
    conditions.add(
        new NodeConditionBuilder()
            .withType(type)
            .withStatus(status)
            .withReason("Test")
            .withMessage("")
            .withLastHeartbeatTime(now)
            .withLastTransitionTime(now)
            .build());
    current.getStatus().setConditions(conditions);
    world.objects().updateStatus(current);
  }

  public void renew(String node) throws ApiException {
    var now = world.now().atZone(ZoneOffset.UTC);
    ObjectKey key = ObjectKey.of(LEASES, node);
    if (world.objects().find(Lease.class, key).isPresent()) {
      world.objects().edit(Lease.class, key, lease -> lease.getSpec().setRenewTime(now));
    } else {
      world
          .objects()
          .create(
              new LeaseBuilder()
                  .withNewMetadata()
                  .withNamespace(LEASES)
                  .withName(node)
                  .endMetadata()
                  .withNewSpec()
                  .withHolderIdentity(node)
                  .withRenewTime(now)
                  .endSpec()
                  .build());
    }
  }

  /** Lets time pass while these nodes, and no others, renew their leases. */
  public void beat(Duration time, String... nodes) throws ApiException {
    for (Duration left = time; left.isPositive(); left = left.minus(BEAT)) {
      for (String node : nodes) {
        renew(node);
      }
      world.run(left.compareTo(BEAT) < 0 ? left : BEAT);
    }
  }

  /** As {@link #beat}, until something is so; how long that took. */
  public Duration beatUntil(World.Condition condition, String... nodes) throws Exception {
    Duration begin = world.elapsed();
    for (int i = 0; !condition.holds(); i++) {
      if (i % BEAT.toSeconds() == 0) {
        for (String node : nodes) {
          renew(node);
        }
      }
      if (world.elapsed().minus(begin).compareTo(Duration.ofMinutes(20)) > 0) {
        throw new AssertionError("it does not come");
      }
      world.run(Duration.ofSeconds(1));
    }
    return world.elapsed().minus(begin);
  }

  public Node node(String name) throws ApiException {
    return world.objects().fetch(Node.class, ObjectKey.of(name));
  }

  public String ready(String name) throws ApiException {
    return NodeView.condition(node(name), "Ready").map(NodeCondition::getStatus).orElse("");
  }

  /** Key and effect of each taint. */
  public List<String> taints(String name) throws ApiException {
    return Taints.of(node(name)).stream()
        .map(t -> t.getKey().replace("node.kubernetes.io/", "") + ":" + t.getEffect())
        .toList();
  }

  /** A pod that runs on the node and is ready. */
  public void runPod(String name, String node) throws ApiException {
    cluster.create(
        Pod.class,
        """
        metadata: {name: %s}
        spec:
          nodeName: %s
          containers: [{name: c, image: x}]
        """
            .formatted(name, node));
    String now = Timestamps.format(world.now());
    cluster.setStatus(
        pod(name).orElseThrow(),
        status -> {
          status.setPhase("Running");
          status.setConditions(
              List.of(
                  new io.fabric8.kubernetes.api.model.PodConditionBuilder()
                      .withType("Ready")
                      .withStatus("True")
                      .withLastTransitionTime(now)
                      .build()));
        });
  }

  public Optional<Pod> pod(String name) throws ApiException {
    return world.objects().find(Pod.class, Cluster.key(name));
  }

  /** Whether a pod has been told to go, or is gone. */
  public boolean isEvicted(String name) throws ApiException {
    return pod(name).map(p -> p.getMetadata().getDeletionTimestamp() != null).orElse(true);
  }
}
