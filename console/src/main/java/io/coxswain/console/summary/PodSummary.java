package io.coxswain.console.summary;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Quantities;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A pod.
 *
 * @param owner the object that controls it
 * @param member its place in a training
 */
public record PodSummary(
    ObjectKey key,
    String uid,
    @Nullable Owner owner,
    Member member,
    Placement placement,
    Status status,
    Times times,
    List<ContainerSummary> containers) {
  private static final String JOBSET = "jobset.sigs.k8s.io/jobset-name";
  private static final String ATTEMPT = "jobset.sigs.k8s.io/restart-attempt";
  private static final String JOB = "batch.kubernetes.io/job-name";
  private static final String INDEX = "batch.kubernetes.io/job-completion-index";

  /**
   * The place of a pod in a training.
   *
   * @param jobSet the JobSet that it belongs to; empty for none
   * @param rank its number among all pods of its replicated job; -1 if unknown
   */
  public record Member(String jobSet, String job, int rank, int attempt) {
    private static Member of(JsonNode meta) {
      JsonNode labels = meta.path("labels");
      return new Member(
          Fields.text(labels, JOBSET).intern(),
          Fields.text(labels, JOB).intern(),
          Fields.number(Fields.text(labels, INDEX)).orElse(-1),
          Fields.number(Fields.text(labels, ATTEMPT))
              .orElse(Fields.number(Fields.text(meta.path("annotations"), ATTEMPT)).orElse(0)));
    }
  }

  /**
   * Where it runs and what it needs there.
   *
   * @param node empty until it has been scheduled
   * @param claims names of its persistent volume claims
   * @param gates names of its scheduling gates
   */
  public record Placement(
      String node,
      String scheduler,
      SortedMap<String, Double> requests,
      List<String> claims,
      List<String> gates) {
    private static Placement of(JsonNode spec) {
      var claims = new ArrayList<String>();
      spec.path("volumes")
          .forEach(
              volume -> {
                String claim = Fields.text(volume.path("persistentVolumeClaim"), "claimName");
                if (!claim.isEmpty()) {
                  claims.add(claim);
                }
              });
      var gates = new ArrayList<String>();
      spec.path("schedulingGates").forEach(gate -> gates.add(Fields.text(gate, "name")));
      return new Placement(
          Fields.text(spec, "nodeName").intern(),
          Fields.text(spec, "schedulerName").intern(),
          requests(spec),
          List.copyOf(claims),
          List.copyOf(gates));
    }

    /** The sum over its containers, which is what nearly all pods reserve. */
    private static SortedMap<String, Double> requests(JsonNode spec) {
      var sum = new TreeMap<String, Double>();
      for (JsonNode container : spec.path("containers")) {
        for (var each : container.path("resources").path("requests").properties()) {
          double amount = Quantities.value(each.getValue().asText()).doubleValue();
          sum.merge(each.getKey().intern(), amount, Double::sum);
        }
      }
      return sum.isEmpty() ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(sum);
    }
  }

  /** What its status reports. */
  public record Status(
      String phase,
      String reason,
      String message,
      @Nullable ConditionSummary scheduled,
      @Nullable ConditionSummary ready,
      @Nullable ConditionSummary disrupted) {
    private static Status of(JsonNode pod) {
      JsonNode status = pod.path("status");
      List<ConditionSummary> conditions = ConditionSummary.of(pod);
      return new Status(
          status.path("phase").asText("Pending").intern(),
          Fields.text(status, "reason"),
          Fields.text(status, "message"),
          ConditionSummary.find(conditions, "PodScheduled").orElse(null),
          ConditionSummary.find(conditions, "Ready").orElse(null),
          ConditionSummary.find(conditions, "DisruptionTarget").orElse(null));
    }
  }

  /** When it was created, accepted by its node and marked for deletion. */
  public record Times(
      @Nullable Instant created, @Nullable Instant started, @Nullable Instant deleted) {}

  /** Reads a pod. */
  public static PodSummary of(JsonNode pod) {
    JsonNode meta = pod.path("metadata");
    return new PodSummary(
        Ref.keyOf(pod),
        Fields.text(meta, "uid"),
        Owner.controller(pod),
        Member.of(meta),
        Placement.of(pod.path("spec")),
        Status.of(pod),
        new Times(
            Fields.time(meta, "creationTimestamp"),
            Fields.time(pod.path("status"), "startTime"),
            Fields.time(meta, "deletionTimestamp")),
        ContainerSummary.of(pod));
  }

  public Ref ref() {
    return KnownKind.POD.ref(key);
  }

  public boolean isReady() {
    ConditionSummary ready = status.ready();
    return ready != null && ready.isTrue();
  }

  /** Whether it will not run again. */
  public boolean isOver() {
    return status.phase().equals("Succeeded") || status.phase().equals("Failed");
  }

  public int restarts() {
    return containers.stream().mapToInt(ContainerSummary::restarts).sum();
  }

  /**
   * The state in one word, as in kubectl's STATUS column: the reason for which it waits or ended,
   * else its phase.
   */
  public String state() {
    if (times.deleted() != null) {
      return "Terminating";
    }
    if (!status.reason().isEmpty()) {
      return status.reason();
    }
    ConditionSummary scheduled = status.scheduled();
    if (placement.node().isEmpty() && scheduled != null && !scheduled.isTrue()) {
      return scheduled.reason().isEmpty() ? status.phase() : scheduled.reason();
    }
    return waiting()
        .map(ContainerSummary::state)
        .map(ContainerSummary.State::reason)
        .filter(reason -> !reason.isEmpty())
        .orElse(status.phase());
  }

  /** The first container that waits. */
  public Optional<ContainerSummary> waiting() {
    return containers.stream()
        .filter(each -> each.state().phase() == ContainerSummary.Phase.WAITING)
        .findFirst();
  }
}
