package io.coxswain.kube.autoscaling;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.kube.common.GoFormat;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.autoscaling.v2.ContainerResourceMetricSource;
import io.fabric8.kubernetes.api.model.autoscaling.v2.ExternalMetricSource;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricIdentifier;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatusBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricTarget;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricValueStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricValueStatusBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.ObjectMetricSource;
import io.fabric8.kubernetes.api.model.autoscaling.v2.PodsMetricSource;
import io.fabric8.kubernetes.api.model.autoscaling.v2.ResourceMetricSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the metrics of an autoscaler and computes the number of replicas that each one proposes.
 */
final class MetricProposals {
  private final Reader client;
  private final MetricsClient metrics;
  private final AutoscalerOptions options;
  private final String namespace;
  private final LabelSelector selector;
  private final Tolerances tolerances;
  private final int specReplicas;
  private final int statusReplicas;
  private final Instant now;

  MetricProposals(
      Reader client,
      MetricsClient metrics,
      AutoscalerOptions options,
      HorizontalPodAutoscaler autoscaler,
      Scale scale,
      LabelSelector selector,
      Instant now) {
    this.client = client;
    this.metrics = metrics;
    this.options = options;
    this.namespace = autoscaler.getMetadata().getNamespace();
    this.selector = selector;
    this.tolerances = Tolerances.of(autoscaler, options.tolerance());
    this.specReplicas = orZero(scale.getSpec().getReplicas());
    this.statusReplicas = scale.getStatus() == null ? 0 : orZero(scale.getStatus().getReplicas());
    this.now = now;
  }

  static int orZero(@Nullable Integer number) {
    return number == null ? 0 : number;
  }

  /**
   * A proposed number of replicas.
   *
   * @param name the metric, as named in the reason for scaling
   * @param status the metric's entry in the autoscaler's status
   */
  record Proposal(int replicas, String name, MetricStatus status) {}

  /**
   * A metric that could not be read: the reason of the condition, the error, and the operation that
   * upstream names in its summary.
   */
  static final class FailedException extends Exception {
    private final String reason;
    private final String doing;

    FailedException(String reason, String doing, MetricsException cause) {
      super(cause.getMessage(), cause);
      this.reason = reason;
      this.doing = doing;
    }

    String reason() {
      return reason;
    }

    String summary() {
      return doing.isEmpty() ? String.valueOf(getMessage()) : doing + ": " + getMessage();
    }
  }

  Proposal propose(MetricSpec spec) throws FailedException, ApiException {
    return switch (spec.getType()) {
      case "Resource" -> {
        String name = spec.getResource().getName();
        yield attempt(
            "FailedGetResourceMetric",
            "failed to get " + name + " resource metric value",
            () -> resource(spec.getResource()));
      }
      case "ContainerResource" ->
          attempt(
              "FailedGetContainerResourceMetric",
              "failed to get "
                  + spec.getContainerResource().getContainer()
                  + " container metric value",
              () -> containerResource(spec.getContainerResource()));
      case "Pods" ->
          attempt(
              "FailedGetPodsMetric", "failed to get pods metric value", () -> pods(spec.getPods()));
      case "Object" ->
          attempt(
              "FailedGetObjectMetric",
              "failed to get object metric value" + doing(spec.getObject()),
              () -> object(spec.getObject()));
      case "External" ->
          attempt(
              "FailedGetExternalMetric",
              "failed to get "
                  + spec.getExternal().getMetric().getName()
                  + " external metric value"
                  + doing(spec.getExternal()),
              () -> external(spec.getExternal()));
      default ->
          throw new FailedException(
              "InvalidMetricSourceType",
              "",
              new MetricsException("unknown metric source type \"" + spec.getType() + "\""));
    };
  }

  /** The operation that upstream adds to its summary but not to the condition. */
  private static String doing(ObjectMetricSource source) {
    MetricTarget target = source.getTarget();
    return "AverageValue".equals(target.getType()) && target.getAverageValue() != null
        ? ": failed to get " + source.getMetric().getName() + " object metric"
        : "";
  }

  private static String doing(ExternalMetricSource source) {
    String name = source.getMetric().getName();
    if (source.getTarget().getAverageValue() != null) {
      return ": failed to get " + name + " external metric";
    }
    return source.getTarget().getValue() == null ? "" : ": failed to get external metric " + name;
  }

  private interface Attempt {
    Proposal make() throws MetricsException, ApiException;
  }

  private static Proposal attempt(String reason, String doing, Attempt attempt)
      throws FailedException, ApiException {
    try {
      return attempt.make();
    } catch (MetricsException e) {
      throw new FailedException(reason, doing, e);
    }
  }

  // ---- resource metrics

  private Proposal resource(ResourceMetricSource source) throws MetricsException, ApiException {
    ReplicaCalculator.Proposal proposal = resource(source.getName(), "", source.getTarget());
    return new Proposal(
        proposal.replicas(),
        name(source.getName(), "resource", proposal),
        new MetricStatusBuilder()
            .withType("Resource")
            .withNewResource()
            .withName(source.getName())
            .withCurrent(current(source.getName(), proposal))
            .endResource()
            .build());
  }

  private Proposal containerResource(ContainerResourceMetricSource source)
      throws MetricsException, ApiException {
    ReplicaCalculator.Proposal proposal =
        resource(source.getName(), source.getContainer(), source.getTarget());
    return new Proposal(
        proposal.replicas(),
        name(source.getName(), "container resource", proposal),
        new MetricStatusBuilder()
            .withType("ContainerResource")
            .withNewContainerResource()
            .withName(source.getName())
            .withContainer(source.getContainer())
            .withCurrent(current(source.getName(), proposal))
            .endContainerResource()
            .build());
  }

  private static String name(String resource, String what, ReplicaCalculator.Proposal proposal) {
    return proposal.utilization() == null
        ? resource + " resource"
        : resource + " " + what + " utilization (percentage of request)";
  }

  private static MetricValueStatus current(String resource, ReplicaCalculator.Proposal proposal) {
    boolean memory = resource.equals("memory");
    return new MetricValueStatusBuilder()
        .withAverageUtilization(proposal.utilization())
        .withAverageValue(memory ? Milli.binary(proposal.usage()) : Milli.decimal(proposal.usage()))
        .build();
  }

  private ReplicaCalculator.Proposal resource(
      String resource, String container, MetricTarget target)
      throws MetricsException, ApiException {
    boolean byValue = target.getAverageValue() != null;
    if (!byValue && target.getAverageUtilization() == null) {
      throw new MetricsException(
          "invalid resource metric source: neither an average utilization target nor an average"
              + " value (usage) target was set");
    }
    try {
      Map<String, PodMetric> measured = measure(resource, container);
      List<Pod> pods = pods();
      PodGroups groups = groups(pods, measured, resource.equals("cpu"));
      return byValue
          ? ReplicaCalculator.byAverage(
              specReplicas, measured, groups, Milli.of(target.getAverageValue()), tolerances)
          : ReplicaCalculator.byUtilization(
              specReplicas,
              measured,
              groups,
              PodRequests.of(pods, resource, container),
              target.getAverageUtilization(),
              tolerances);
    } catch (MetricsException e) {
      throw e.during("failed to get " + resource + (byValue ? " usage" : " utilization"));
    }
  }

  private Map<String, PodMetric> measure(String resource, String container)
      throws MetricsException {
    try {
      return metrics.ofResource(namespace, selector, resource, container);
    } catch (MetricsException e) {
      throw e.during("unable to get metrics for resource " + resource);
    }
  }

  private List<Pod> pods() throws MetricsException, ApiException {
    List<Pod> pods = client.list(Pod.class).in(namespace).labels(selector).toList();
    if (pods.isEmpty()) {
      throw new MetricsException("no pods returned by selector while calculating replica count");
    }
    return pods;
  }

  private PodGroups groups(List<Pod> pods, Map<String, PodMetric> measured, boolean cpu) {
    var startup =
        new PodGroups.Startup(
            cpu, options.cpuInitializationPeriod(), options.initialReadinessDelay());
    return PodGroups.of(pods, measured, startup, now);
  }

  // ---- custom and external metrics

  private Proposal pods(PodsMetricSource source) throws MetricsException, ApiException {
    MetricIdentifier metric = source.getMetric();
    Map<String, PodMetric> measured;
    try {
      measured = metrics.ofPods(namespace, selector, metric.getName(), labels(metric));
    } catch (MetricsException e) {
      throw e.during("unable to get metric " + metric.getName());
    }
    ReplicaCalculator.Proposal proposal =
        ReplicaCalculator.byAverage(
            specReplicas,
            measured,
            groups(pods(), measured, false),
            Milli.of(source.getTarget().getAverageValue()),
            tolerances);
    return new Proposal(
        proposal.replicas(),
        "pods metric " + metric.getName(),
        new MetricStatusBuilder()
            .withType("Pods")
            .withNewPods()
            .withMetric(metric)
            .withCurrent(average(proposal))
            .endPods()
            .build());
  }

  private Proposal object(ObjectMetricSource source) throws MetricsException, ApiException {
    MetricIdentifier metric = source.getMetric();
    MetricTarget target = source.getTarget();
    var described = source.getDescribedObject();
    boolean byValue = "Value".equals(target.getType()) && target.getValue() != null;
    if (!byValue
        && !("AverageValue".equals(target.getType()) && target.getAverageValue() != null)) {
      throw new MetricsException(
          "invalid object metric source: neither a value target nor an average value target was"
              + " set");
    }
    long usage;
    try {
      usage = metrics.ofObject(namespace, described, metric.getName(), labels(metric));
    } catch (MetricsException e) {
      // Upstream fills the placeholders in this order.
      throw new MetricsException(
          "unable to get metric %s: %s on %s %s/%s"
              .formatted(
                  metric.getName(),
                  described.getKind(),
                  namespace,
                  described.getName(),
                  e.getMessage()));
    }
    ReplicaCalculator.Proposal proposal = ofWhole(usage, byValue, target);
    return new Proposal(
        proposal.replicas(),
        byValue ? described.getKind() + " metric " + metric.getName() : external(metric),
        new MetricStatusBuilder()
            .withType("Object")
            .withNewObject()
            .withDescribedObject(described)
            .withMetric(metric)
            .withCurrent(byValue ? whole(proposal) : average(proposal))
            .endObject()
            .build());
  }

  private Proposal external(ExternalMetricSource source) throws MetricsException, ApiException {
    MetricIdentifier metric = source.getMetric();
    MetricTarget target = source.getTarget();
    boolean byValue = target.getAverageValue() == null;
    if (byValue && target.getValue() == null) {
      throw new MetricsException(
          "invalid external metric source: neither a value target nor an average value target was"
              + " set");
    }
    long usage = 0;
    try {
      for (long value : metrics.ofExternal(namespace, metric.getName(), labels(metric))) {
        usage = value > 0 && usage > Long.MAX_VALUE - value ? Long.MAX_VALUE : usage + value;
      }
    } catch (MetricsException e) {
      throw e.during(
          "unable to get external metric %s/%s/%s"
              .formatted(namespace, metric.getName(), GoFormat.selector(metric.getSelector())));
    }
    ReplicaCalculator.Proposal proposal = ofWhole(usage, byValue, target);
    return new Proposal(
        proposal.replicas(),
        external(metric),
        new MetricStatusBuilder()
            .withType("External")
            .withNewExternal()
            .withMetric(metric)
            .withCurrent(byValue ? whole(proposal) : average(proposal))
            .endExternal()
            .build());
  }

  private static String external(MetricIdentifier metric) {
    return "external metric %s(%s)"
        .formatted(metric.getName(), GoFormat.selector(metric.getSelector()));
  }

  private ReplicaCalculator.Proposal ofWhole(long usage, boolean byValue, MetricTarget target)
      throws MetricsException, ApiException {
    if (!byValue) {
      return ReplicaCalculator.byValuePerPod(
          statusReplicas, usage, Milli.of(target.getAverageValue()), tolerances);
    }
    long wanted = Milli.of(target.getValue());
    boolean needsPods = specReplicas != 0 && !tolerances.allow((double) usage / wanted);
    return ReplicaCalculator.byValue(
        specReplicas, usage, wanted, needsPods ? readyPods() : 0, tolerances);
  }

  private int readyPods() throws MetricsException, ApiException {
    try {
      return (int)
          pods().stream()
              .filter(pod -> Pods.phase(pod).equals("Running") && Pods.isReady(pod))
              .count();
    } catch (MetricsException e) {
      throw e.during("unable to calculate ready pods");
    }
  }

  private static LabelSelector labels(MetricIdentifier metric) {
    return metric.getSelector() == null
        ? LabelSelector.everything()
        : LabelSelector.of(metric.getSelector());
  }

  private static MetricValueStatus average(ReplicaCalculator.Proposal proposal) {
    Quantity value = Milli.decimal(proposal.usage());
    return new MetricValueStatusBuilder().withAverageValue(value).build();
  }

  private static MetricValueStatus whole(ReplicaCalculator.Proposal proposal) {
    return new MetricValueStatusBuilder().withValue(Milli.decimal(proposal.usage())).build();
  }
}
