package io.coxswain.kube.autoscaling;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.kube.common.Owners;
import io.coxswain.kube.common.Scales;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.autoscaling.v1.ScaleSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.CrossVersionObjectReference;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatusBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One look at one autoscaler. */
final class AutoscalerSync {
  /** How often a scale that changed in between is read again and written. */
  private static final int MAX_ATTEMPTS = 5;

  private final Client client;
  private final Recorder events;
  private final Scales scales;
  private final AutoscalerOptions options;
  private final NavigableMap<ObjectKey, LabelSelector> selectors;
  private final ScaleMemory memory;
  private final HorizontalPodAutoscaler autoscaler;
  private final ObjectKey key;
  private final Instant now;
  private final AutoscalerStatus status;

  AutoscalerSync(
      Client client,
      Recorder events,
      Scales scales,
      AutoscalerOptions options,
      NavigableMap<ObjectKey, LabelSelector> selectors,
      ScaleMemory memory,
      HorizontalPodAutoscaler autoscaler,
      Reconciliation pass) {
    this.client = client;
    this.events = events;
    this.scales = scales;
    this.options = options;
    this.selectors = selectors;
    this.memory = memory;
    this.autoscaler = autoscaler;
    this.key = ObjectKey.of(autoscaler);
    this.now = pass.now();
    this.status = new AutoscalerStatus(autoscaler, now);
  }

  /** What the target is to be, and why. */
  private record Decision(
      int replicas, String reason, @Nullable List<MetricStatus> metrics, boolean rescale) {}

  /** No size could be worked out; the status tells why. */
  private static final class UndecidedException extends Exception {
    private final transient @Nullable List<MetricStatus> metrics;

    UndecidedException(String message, @Nullable List<MetricStatus> metrics) {
      super(message);
      this.metrics = metrics;
    }
  }

  /** The target's kind and its scale. */
  private record Target(ResourceType type, ObjectKey key, Scale scale) {}

  void run() throws ApiException {
    Optional<Target> target = findTarget();
    if (target.isEmpty()) {
      status.onlyConditions();
      write();
      return;
    }
    int current = replicas(target.get().scale());
    memory.begin(current, now);
    try {
      Decision decision = decide(target.get().scale(), current);
      if (decision.rescale()) {
        rescale(target.get(), current, decision);
      } else {
        status.decided(current, current, decision.metrics(), false);
        write();
      }
    } catch (UndecidedException e) {
      status.seen(current, e.metrics);
      write();
      warn("FailedComputeMetricsReplicas", String.valueOf(e.getMessage()));
    }
  }

  private void warn(String reason, String message) {
    events.warning(autoscaler, reason, "%s", message);
  }

  private static int replicas(Scale scale) {
    return scale.getSpec() == null ? 0 : MetricProposals.orZero(scale.getSpec().getReplicas());
  }

  private int least() {
    Integer least = autoscaler.getSpec().getMinReplicas();
    return least == null ? 1 : least;
  }

  // The target.

  private Optional<Target> findTarget() {
    CrossVersionObjectReference reference = autoscaler.getSpec().getScaleTargetRef();
    try {
      String apiVersion = reference.getApiVersion() == null ? "" : reference.getApiVersion();
      Optional<ResourceType> type = scales.resolve(apiVersion, reference.getKind());
      if (type.isEmpty()) {
        return noTarget(
            "no matches for kind \"%s\" in group \"%s\""
                .formatted(reference.getKind(), Owners.group(apiVersion)));
      }
      ObjectKey targetKey = key.sibling(reference.getName());
      Scale scale = scales.fetch(type.get(), targetKey);
      status.set(
          AutoscalerStatus.ABLE,
          true,
          "SucceededGetScale",
          "the HPA controller was able to get the target's current scale");
      return Optional.of(new Target(type.get(), targetKey, scale));
    } catch (ApiException e) {
      return noTarget(String.valueOf(e.getMessage()));
    }
  }

  private Optional<Target> noTarget(String why) {
    warn("FailedGetScale", why);
    status.set(
        AutoscalerStatus.ABLE,
        false,
        "FailedGetScale",
        "the HPA controller was unable to get the target's current scale: " + why);
    return Optional.empty();
  }

  // The decision.

  private Decision decide(Scale scale, int current) throws UndecidedException, ApiException {
    int most = autoscaler.getSpec().getMaxReplicas();
    if (current == 0 && least() != 0) {
      status.set(
          AutoscalerStatus.ACTIVE,
          false,
          "ScalingDisabled",
          "scaling is disabled since the replica count of the target is zero");
      return new Decision(0, "", null, false);
    }
    if (current > most) {
      return new Decision(most, "Current number of replicas above Spec.MaxReplicas", null, true);
    }
    if (current < least()) {
      return new Decision(least(), "Current number of replicas below Spec.MinReplicas", null, true);
    }
    Best best = propose(scale, current);
    Normalization.Result result = normalize(best.replicas(), current);
    String reason = "";
    if (best.replicas() > current) {
      reason = best.name() + " above target";
    } else if (best.replicas() < current) {
      reason = "All metrics below target";
    }
    return new Decision(result.replicas(), reason, best.metrics(), result.replicas() != current);
  }

  /** The largest proposal. */
  private record Best(int replicas, String name, List<MetricStatus> metrics) {}

  private Best propose(Scale scale, int current) throws UndecidedException, ApiException {
    var proposals =
        new MetricProposals(
            client,
            new MetricsClient(client, scales),
            options,
            autoscaler,
            scale,
            selector(scale),
            now);
    var statuses = new ArrayList<MetricStatus>();
    MetricProposals.Proposal best = null;
    MetricProposals.FailedException failure = null;
    int failed = 0;
    List<MetricSpec> specs = autoscaler.getSpec().getMetrics();
    for (MetricSpec spec : specs) {
      try {
        MetricProposals.Proposal proposal = proposals.propose(spec);
        statuses.add(proposal.status());
        best =
            best == null || best.replicas() == 0 || proposal.replicas() > best.replicas()
                ? proposal
                : best;
      } catch (MetricProposals.FailedException e) {
        warn(e.reason(), String.valueOf(e.getMessage()));
        statuses.add(new MetricStatusBuilder().withType("").build());
        failure = failure == null ? e : failure;
        failed++;
      }
    }
    if (failure != null && (best == null || best.replicas() < current)) {
      status.set(
          AutoscalerStatus.ACTIVE,
          false,
          failure.reason(),
          "the HPA was unable to compute the replica count: " + failure.getMessage());
      throw new UndecidedException(
          "invalid metrics (%d invalid out of %d), first error is: %s"
              .formatted(failed, specs.size(), failure.summary()),
          statuses);
    }
    int replicas = best == null ? 0 : best.replicas();
    String name = best == null ? "" : best.name();
    status.set(
        AutoscalerStatus.ACTIVE,
        true,
        "ValidMetricFound",
        "the HPA was able to successfully calculate a replica count from " + name);
    return new Best(replicas, name, statuses);
  }

  /** Which pods the target has. No other autoscaler may be for them. */
  private LabelSelector selector(Scale scale) throws UndecidedException, ApiException {
    String text = scale.getStatus() == null ? null : scale.getStatus().getSelector();
    if (text == null || text.isEmpty()) {
      throw unselected(
          "SelectorRequired",
          "selector is required",
          "InvalidSelector",
          "the HPA target's scale is missing a selector");
    }
    LabelSelector selector;
    try {
      selector = SelectorText.parse(text);
    } catch (IllegalArgumentException e) {
      String message =
          "couldn't convert selector into a corresponding internal selector object: "
              + e.getMessage();
      throw unselected("InvalidSelector", message, "InvalidSelector", message);
    }
    selectors.put(key, selector);
    List<ObjectKey> rivals = autoscalersOf(selector);
    if (rivals.size() > 1) {
      String message =
          "pods by selector %s are controlled by multiple HPAs: [%s]"
              .formatted(
                  text,
                  rivals.stream()
                      .map(k -> "{" + k.name() + " " + k.namespace() + "}")
                      .collect(Collectors.joining(" ")));
      throw unselected("AmbiguousSelector", message, "AmbiguousSelector", message);
    }
    return selector;
  }

  private UndecidedException unselected(String event, String message, String reason, String told) {
    warn(event, message);
    status.set(AutoscalerStatus.ACTIVE, false, reason, told);
    return new UndecidedException(message, null);
  }

  private List<ObjectKey> autoscalersOf(LabelSelector selector) throws ApiException {
    List<Pod> pods = client.list(Pod.class).in(key.namespace()).labels(selector).toList();
    return selectors.entrySet().stream()
        .filter(entry -> entry.getKey().namespace().equals(key.namespace()))
        .filter(
            entry ->
                pods.stream().anyMatch(p -> entry.getValue().test(p.getMetadata().getLabels())))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Normalization.Result normalize(int wanted, int current) {
    var normalization =
        new Normalization(
            current,
            wanted,
            least(),
            autoscaler.getSpec().getMaxReplicas(),
            options.downscaleStabilization(),
            now);
    var behavior = autoscaler.getSpec().getBehavior();
    Normalization.Result result =
        behavior == null ? normalization.plain(memory) : normalization.with(behavior, memory);
    Normalization.Reason stabilized = result.stabilized();
    status.set(
        AutoscalerStatus.ABLE,
        true,
        stabilized == null ? "ReadyForNewScale" : stabilized.reason(),
        stabilized == null ? "recommended size matches current size" : stabilized.message());
    status.set(
        AutoscalerStatus.LIMITED,
        result.limited(),
        result.limit().reason(),
        result.limit().message());
    return result;
  }

  // Writing.

  private void rescale(Target target, int current, Decision decision) throws ApiException {
    int replicas = decision.replicas();
    try {
      update(target, replicas);
    } catch (ApiException e) {
      events.warning(
          autoscaler,
          "FailedRescale",
          "New size: %d; reason: %s; error: %s",
          replicas,
          decision.reason(),
          String.valueOf(e.getMessage()));
      status.set(
          AutoscalerStatus.ABLE,
          false,
          "FailedUpdateScale",
          "the HPA controller was unable to update the target scale: " + e.getMessage());
      status.seen(current, decision.metrics());
      write();
      throw e;
    }
    status.set(
        AutoscalerStatus.ABLE,
        true,
        "SucceededRescale",
        "the HPA controller was able to update the target scale to " + replicas);
    events.normal(
        autoscaler, "SuccessfulRescale", "New size: %d; reason: %s", replicas, decision.reason());
    var behavior = autoscaler.getSpec().getBehavior();
    if (behavior != null) {
      memory.scaled(
          current, replicas, Normalization.longestPeriod(behavior, replicas > current), now);
    }
    status.decided(current, replicas, decision.metrics(), true);
    write();
  }

  private void update(Target target, int replicas) throws ApiException {
    Scale scale = target.scale();
    for (int attempt = 1; ; attempt++) {
      if (scale.getSpec() == null) {
        scale.setSpec(new ScaleSpec());
      }
      scale.getSpec().setReplicas(replicas);
      try {
        scales.update(target.type(), target.key(), scale);
        return;
      } catch (ApiException.Conflict e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        scale = scales.fetch(target.type(), target.key());
      }
    }
  }

  private void write() throws ApiException {
    try {
      client.patchStatus(autoscaler, a -> a.setStatus(status.status()));
    } catch (ApiException e) {
      warn("FailedUpdateStatus", String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
