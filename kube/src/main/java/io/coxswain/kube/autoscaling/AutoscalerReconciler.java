package io.coxswain.kube.autoscaling;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Clock;
import io.coxswain.kube.autoscaling.AutoscalerMetrics.Action;
import io.coxswain.kube.autoscaling.AutoscalerMetrics.Problem;
import io.coxswain.kube.autoscaling.AutoscalerObservation.MetricResult;
import io.coxswain.kube.autoscaling.AutoscalerObservation.SelectorProblem;
import io.coxswain.kube.autoscaling.AutoscalerObservation.Target;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.Scales;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.autoscaling.v2.CrossVersionObjectReference;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/**
 * Reads the scale and the metrics of an autoscaler's target, plans the next size and applies it.
 */
final class AutoscalerReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("horizontal-pod-autoscaler-controller");

  private final Client client;
  private final Recorder events;
  private final Scales scales;
  private final AutoscalerOptions options;
  private final AutoscalerMetrics metrics;
  private final Clock clock;

  /** Only looked up, so its order does not matter. */
  private final Map<ObjectKey, ScaleMemory> memories = new ConcurrentHashMap<>();

  /** The last valid pod selector of each autoscaler's target. */
  private final NavigableMap<ObjectKey, LabelSelector> selectors = new ConcurrentSkipListMap<>();

  AutoscalerReconciler(
      Client client,
      Recorder events,
      Scales scales,
      AutoscalerOptions options,
      AutoscalerMetrics metrics,
      Clock clock) {
    this.client = client;
    this.events = events;
    this.scales = scales;
    this.options = options;
    this.metrics = metrics;
    this.clock = clock;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<HorizontalPodAutoscaler> found = client.get(HorizontalPodAutoscaler.class, key);
    if (found.isEmpty()) {
      log.info("Horizontal Pod Autoscaler has been deleted", "HPA", key);
      memories.remove(key);
      selectors.remove(key);
      metrics.deleted(key);
      metrics.known(memories.size());
      return Outcome.done();
    }
    ScaleMemory memory = memories.computeIfAbsent(key, k -> new ScaleMemory());
    metrics.known(memories.size());
    long start = clock.nanos();
    try {
      sync(found.get(), memory, pass.now(), start);
    } catch (ApiException e) {
      metrics.reconciled(Action.NONE, Problem.INTERNAL, clock.nanos() - start);
      // Metrics change slowly, so a failure does not shorten the period.
      log.unhandled(false, String.valueOf(e.getMessage()));
    }
    return Outcome.after(options.syncPeriod());
  }

  private void sync(HorizontalPodAutoscaler autoscaler, ScaleMemory memory, Instant now, long start)
      throws ApiException {
    AutoscalerObservation observed = observe(autoscaler, now);
    if (observed.target() instanceof Target.Found target) {
      memory.begin(target.replicas(), now);
    }
    AutoscalerPlan plan = AutoscalerPlan.of(observed, memory, options.downscaleStabilization());
    var writer = new AutoscalerWriter(client, events, scales, memory, autoscaler, now);
    for (AutoscalerPlan.Action action : plan.actions()) {
      writer.apply(action);
    }
    record(observed, plan, start);
  }

  private void record(AutoscalerObservation observed, AutoscalerPlan plan, long start) {
    Action action = Action.NONE;
    for (AutoscalerPlan.Action each : plan.actions()) {
      if (each instanceof AutoscalerPlan.Action.Rescale rescale
          && observed.target() instanceof Target.Found target) {
        action = Action.of(target.replicas(), rescale.to());
        metrics.desired(ObjectKey.of(observed.autoscaler()), rescale.to());
      } else if (each instanceof AutoscalerPlan.Action.UpdateStatus(var status)
          && status.getDesiredReplicas() != null) {
        metrics.desired(ObjectKey.of(observed.autoscaler()), status.getDesiredReplicas());
      }
    }
    if (action == Action.NONE && observed.target() instanceof Target.Found target) {
      log.info(
          4,
          "Decided not to scale",
          "scaleTarget",
          target.type().kind() + "/" + target.key(),
          "desiredReplicas",
          target.replicas());
    }
    metrics.reconciled(action, problem(observed), clock.nanos() - start);
  }

  private static Problem problem(AutoscalerObservation observed) {
    if (observed.selectorProblem().isPresent()) {
      return Problem.SPEC;
    }
    return observed.target() instanceof Target.Missing
            || observed.metrics().stream().anyMatch(m -> m instanceof MetricResult.Failed)
        ? Problem.INTERNAL
        : Problem.NONE;
  }

  // ---- observe

  private AutoscalerObservation observe(HorizontalPodAutoscaler autoscaler, Instant now)
      throws ApiException {
    Target target = findTarget(autoscaler);
    if (!(target instanceof Target.Found found)
        || !AutoscalerPlan.needsMetrics(autoscaler, found.replicas())) {
      return new AutoscalerObservation(autoscaler, target, Optional.empty(), List.of(), now);
    }
    String text =
        found.scale().getStatus() == null ? null : found.scale().getStatus().getSelector();
    if (text == null || text.isEmpty()) {
      return withoutMetrics(
          autoscaler,
          target,
          new SelectorProblem(
              "SelectorRequired",
              "selector is required",
              "InvalidSelector",
              "the HPA target's scale is missing a selector"),
          now);
    }
    LabelSelector selector;
    try {
      selector = SelectorText.parse(text);
    } catch (IllegalArgumentException e) {
      String message =
          "couldn't convert selector into a corresponding internal selector object: "
              + e.getMessage();
      return withoutMetrics(
          autoscaler,
          target,
          new SelectorProblem("InvalidSelector", message, "InvalidSelector", message),
          now);
    }
    ObjectKey key = ObjectKey.of(autoscaler);
    selectors.put(key, selector);
    List<ObjectKey> matching = autoscalersOf(selector, key.namespace());
    if (matching.size() > 1) {
      String message =
          "pods by selector %s are controlled by multiple HPAs: [%s]"
              .formatted(
                  text,
                  matching.stream()
                      .map(k -> "{" + k.name() + " " + k.namespace() + "}")
                      .collect(Collectors.joining(" ")));
      return withoutMetrics(
          autoscaler,
          target,
          new SelectorProblem("AmbiguousSelector", message, "AmbiguousSelector", message),
          now);
    }
    return new AutoscalerObservation(
        autoscaler,
        target,
        Optional.empty(),
        readMetrics(autoscaler, found.scale(), selector, now),
        now);
  }

  private static AutoscalerObservation withoutMetrics(
      HorizontalPodAutoscaler autoscaler, Target target, SelectorProblem problem, Instant now) {
    return new AutoscalerObservation(autoscaler, target, Optional.of(problem), List.of(), now);
  }

  private Target findTarget(HorizontalPodAutoscaler autoscaler) {
    CrossVersionObjectReference reference = autoscaler.getSpec().getScaleTargetRef();
    try {
      String apiVersion = reference.getApiVersion() == null ? "" : reference.getApiVersion();
      Optional<ResourceType> type = scales.resolve(apiVersion, reference.getKind());
      if (type.isEmpty()) {
        return new Target.Missing(
            "no matches for kind \"%s\" in group \"%s\""
                .formatted(reference.getKind(), Owners.group(apiVersion)));
      }
      ObjectKey key = ObjectKey.of(autoscaler).sibling(reference.getName());
      return new Target.Found(type.get(), key, scales.fetch(type.get(), key));
    } catch (ApiException e) {
      return new Target.Missing(String.valueOf(e.getMessage()));
    }
  }

  /** The autoscalers of a namespace whose selectors match one of the selected pods. */
  private List<ObjectKey> autoscalersOf(LabelSelector selector, String namespace)
      throws ApiException {
    List<Pod> pods = client.list(Pod.class).in(namespace).labels(selector).toList();
    return selectors.entrySet().stream()
        .filter(entry -> entry.getKey().namespace().equals(namespace))
        .filter(
            entry ->
                pods.stream().anyMatch(p -> entry.getValue().test(p.getMetadata().getLabels())))
        .map(Map.Entry::getKey)
        .toList();
  }

  private List<MetricResult> readMetrics(
      HorizontalPodAutoscaler autoscaler, Scale scale, LabelSelector selector, Instant now)
      throws ApiException {
    var proposals =
        new MetricProposals(
            client, new MetricsClient(client, scales), options, autoscaler, scale, selector, now);
    var results = new ArrayList<MetricResult>();
    for (MetricSpec spec : autoscaler.getSpec().getMetrics()) {
      long start = clock.nanos();
      try {
        MetricProposals.Proposal proposal = proposals.propose(spec);
        results.add(new MetricResult.Proposed(proposal));
        Action action = Action.of(replicas(scale), proposal.replicas());
        metrics.computed(action, Problem.NONE, spec.getType(), clock.nanos() - start);
      } catch (MetricProposals.FailedException e) {
        metrics.computed(Action.NONE, Problem.INTERNAL, spec.getType(), clock.nanos() - start);
        results.add(
            new MetricResult.Failed(e.reason(), String.valueOf(e.getMessage()), e.summary()));
      }
    }
    return results;
  }

  private static int replicas(Scale scale) {
    return scale.getStatus() == null || scale.getStatus().getReplicas() == null
        ? 0
        : scale.getStatus().getReplicas();
  }
}
