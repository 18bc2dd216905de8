package io.coxswain.console.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.console.summary.ConditionSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.NodeSummary;
import io.coxswain.console.summary.Owner;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Workload;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one user may see of a cluster.
 *
 * <p>Thread-safe: each feed has its own task, and readers never wait for one.
 */
public final class ClusterModel implements AutoCloseable {
  private static final Duration IDLE = Duration.ofMinutes(3);
  private static final Duration ROUND = Duration.ofSeconds(30);

  /** Of each kind; summaries of so many pods take about 200 MB. */
  private static final int MAX_OBJECTS = 200_000;

  private static final ObjectKey NO_GROUP = ObjectKey.of("");

  private final Env env;
  private final ApiTransport transport;
  private final ApiClient client;
  private final Bell changed;
  private final Feed<PodSummary> pods;
  private final Feed<NodeSummary> nodes;
  private final Events events;
  private final Map<KnownKind, Feed<Workload>> workloads = new EnumMap<>(KnownKind.class);
  private final MetricHistory metrics = new MetricHistory();
  private final PodHistory podHistory = new PodHistory();
  private final RecentChanges changes = new RecentChanges();
  private final Task housekeeping;

  public ClusterModel(Env env, ApiTransport transport) {
    this.env = env;
    this.transport = transport;
    this.client = new ApiClient(transport);
    this.changed = env.tasks().newBell();
    this.pods = feed(KnownKind.POD, PodSummary::of, ClusterModel::training, this::podChanged);
    this.nodes = feed(KnownKind.NODE, NodeSummary::of, _ -> NO_GROUP, this::nodeChanged);
    this.events = new Events(env, client, changed);
    for (KnownKind kind : KnownKind.values()) {
      if (kind != KnownKind.POD && kind != KnownKind.NODE && kind != KnownKind.EVENT) {
        workloads.put(
            kind,
            feed(
                kind,
                object -> Workload.of(kind, object),
                ClusterModel::ownerOf,
                this::workloadChanged));
      }
    }
    this.housekeeping = env.tasks().spawn("console housekeeping", this::keepHouse);
  }

  private <T> Feed<T> feed(
      KnownKind kind,
      Function<ObjectNode, T> summary,
      Function<T, ObjectKey> group,
      Feed.Observer<T> observer) {
    return new Feed<>(env, client, kind, summary, group, observer, MAX_OBJECTS, changed);
  }

  /** Pods are grouped by the JobSet that they belong to. */
  private static ObjectKey training(PodSummary pod) {
    String jobSet = pod.member().jobSet();
    return jobSet.isEmpty() ? NO_GROUP : pod.key().sibling(jobSet);
  }

  /** Other objects are grouped by the name of their owner. */
  private static ObjectKey ownerOf(Workload workload) {
    Owner owner = workload.owner();
    return owner == null ? NO_GROUP : workload.key().sibling(owner.name());
  }

  private void keepHouse() {
    while (true) {
      env.clock().sleep(ROUND);
      pods.stopIfIdle(IDLE);
      nodes.stopIfIdle(IDLE);
      events.stopIfIdle(IDLE);
      workloads.forEach(
          (kind, feed) -> {
            if (kind != KnownKind.TRAIN_JOB) { // its history would be lost
              feed.stopIfIdle(IDLE);
            }
          });
    }
  }

  // ---- reading

  public ApiClient client() {
    return client;
  }

  public ApiTransport transport() {
    return transport;
  }

  public Env env() {
    return env;
  }

  /** Rings after each change of what has been read. */
  public Bell changed() {
    return changed;
  }

  public Feed<PodSummary> pods() {
    return pods;
  }

  public Feed<NodeSummary> nodes() {
    return nodes;
  }

  public Events events() {
    return events;
  }

  /** Objects of any other known kind. */
  public Feed<Workload> workloads(KnownKind kind) {
    Feed<Workload> feed = workloads.get(kind);
    if (feed == null) {
      throw new IllegalArgumentException(kind + " has a feed of its own");
    }
    return feed;
  }

  public MetricHistory metrics() {
    return metrics;
  }

  public PodHistory podHistory() {
    return podHistory;
  }

  /** The last changes, newest first. */
  public List<Change> changes() {
    return changes.all();
  }

  // ---- changes

  private void podChanged(ObjectKey key, @Nullable PodSummary before, @Nullable PodSummary after) {
    if (after == null && before != null && !before.member().jobSet().isEmpty()) {
      podHistory.add(training(before), before, env.clock().now());
    }
    record(
        KnownKind.POD,
        key,
        before == null ? null : before.state(),
        after == null ? null : after.state());
  }

  private void nodeChanged(
      ObjectKey key, @Nullable NodeSummary before, @Nullable NodeSummary after) {
    record(
        KnownKind.NODE,
        key,
        before == null ? null : state(before),
        after == null ? null : state(after));
  }

  private static String state(NodeSummary node) {
    return (node.ready() ? "Ready" : "NotReady") + (node.cordoned() ? ", cordoned" : "");
  }

  private void workloadChanged(ObjectKey key, @Nullable Workload before, @Nullable Workload after) {
    Workload either = after == null ? before : after;
    if (either == null) {
      return;
    }
    if (either.kind() == KnownKind.TRAIN_JOB && after != null) {
      metrics.observe(after, env.clock().now());
    }
    record(
        either.kind(),
        key,
        before == null ? null : state(before),
        after == null ? null : state(after));
  }

  /** The last condition that became true, or the phase. */
  private static String state(Workload workload) {
    String phase = workload.status().path("phase").asText("");
    if (!phase.isEmpty()) {
      return phase;
    }
    return workload.conditions().stream()
        .filter(ConditionSummary::isTrue)
        .map(ConditionSummary::type)
        .reduce((_, last) -> last)
        .orElse(workload.isSuspended() ? "Suspended" : "Created");
  }

  private void record(
      KnownKind kind, ObjectKey key, @Nullable String before, @Nullable String after) {
    if (Objects.equals(before, after)) {
      return;
    }
    boolean listed = before == null && loading(kind);
    if (listed) {
      return; // it existed before the console looked
    }
    changes.add(
        new Change(
            env.clock().now(),
            kind.type().kind(),
            kind.ref(key),
            before == null ? "added" : after == null ? "deleted" : "modified",
            before == null
                ? String.valueOf(after)
                : after == null ? before : before + " -> " + after));
  }

  private boolean loading(KnownKind kind) {
    FeedState state =
        switch (kind) {
          case POD -> pods.current();
          case NODE -> nodes.current();
          default -> workloads(kind).current();
        };
    return state.phase() != FeedState.Phase.LIVE;
  }

  @Override
  public void close() {
    housekeeping.cancel();
    pods.stop();
    nodes.stop();
    events.stop();
    workloads.values().forEach(Feed::stop);
  }
}
