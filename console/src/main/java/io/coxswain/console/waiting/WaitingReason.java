package io.coxswain.console.waiting;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.console.summary.ConditionSummary;
import io.coxswain.console.summary.EventSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds why something waits. */
public final class WaitingReason {
  private static final String QUEUE = "kueue.x-k8s.io/queue-name";

  private final Situation all;

  private WaitingReason(Situation all) {
    this.all = all;
  }

  /** Why a training, or a part of one, waits; empty if it does not. */
  public static Optional<Waiting> of(Situation situation) {
    return new WaitingReason(situation).find();
  }

  /** Why a single pod waits; empty if it does not. */
  public static Optional<Waiting> ofPod(PodSummary pod, Situation situation) {
    return PodWaiting.of(pod, situation);
  }

  private Optional<Waiting> find() {
    if (all.chain().stream().anyMatch(WaitingReason::isOver)) {
      return Optional.empty();
    }
    return held().or(this::notCreated).or(this::pods).or(this::dependsOn).or(this::missing);
  }

  private static boolean isOver(Workload workload) {
    boolean root = workload.kind() == KnownKind.TRAIN_JOB || workload.owner() == null;
    return root && (workload.is("Complete") || workload.is("Completed") || workload.is("Failed"));
  }

  /** Ended, or about to end: then its pods are being removed. */
  private static boolean isDone(Workload workload) {
    return Stream.of("Complete", "Completed", "Failed", "SuccessCriteriaMet", "FailureTarget")
        .anyMatch(workload::is);
  }

  // ---- held on purpose

  /** Suspended, by the user or by Kueue. */
  private Optional<Waiting> held() {
    return all.chain().stream()
        .filter(each -> each.isSuspended() && !isDone(each))
        .findFirst()
        .map(this::suspended);
  }

  private Waiting suspended(Workload workload) {
    Optional<Workload> admission =
        all.gates().stream().filter(gate -> gate.kind() == KnownKind.WORKLOAD).findFirst();
    if (admission.isPresent()) {
      return new Waiting(
          Cause.KUEUE,
          "Kueue has not admitted " + workload.title() + kueue(admission.get()),
          admission.get().ref());
    }
    String queue = workload.label(QUEUE);
    if (!queue.isEmpty()) {
      return new Waiting(
          Cause.KUEUE,
          workload.title() + " waits for Kueue to admit it from the queue " + queue + ".",
          workload.ref());
    }
    return new Waiting(
        Cause.SUSPENDED,
        workload.title() + " is suspended: it starts when spec.suspend is set to false.",
        workload.ref());
  }

  private static String kueue(Workload admission) {
    for (String type : List.of("Evicted", "QuotaReserved", "Admitted")) {
      Optional<ConditionSummary> condition = ConditionSummary.find(admission.conditions(), type);
      boolean blocks = condition.isPresent() && condition.get().isTrue() == type.equals("Evicted");
      if (blocks && !condition.get().message().isEmpty()) {
        return ": " + condition.get().message();
      }
    }
    return " yet.";
  }

  // ---- not created

  /** A controller could not create the next object of the chain. */
  private Optional<Waiting> notCreated() {
    for (Workload each : all.chain()) {
      if (isDone(each) || isSatisfied(each)) {
        continue;
      }
      Optional<EventSummary> warning =
          all.events().stream()
              .filter(EventSummary::isWarning)
              .filter(event -> event.isAbout(each.kind(), each.key()))
              .filter(
                  event -> event.about().uid().isEmpty() || event.about().uid().equals(each.uid()))
              .filter(event -> RejectedCreation.isReportedBy(event.reason(), event.message()))
              .max(
                  Comparator.comparing(
                      EventSummary::time, Comparator.nullsFirst(Comparator.naturalOrder())));
      if (warning.isPresent()) {
        return Optional.of(
            RejectedCreation.explain(warning.get().message(), each.ref(), each.title()));
      }
    }
    return Optional.empty();
  }

  /** Whether all that the object is to create exists, so that an older warning no longer counts. */
  private boolean isSatisfied(Workload workload) {
    return switch (workload.kind()) {
      case TRAIN_JOB -> !all.of(KnownKind.JOB_SET).isEmpty();
      case JOB_SET -> all.of(KnownKind.JOB).size() >= wantedJobs(workload);
      case JOB -> {
        JsonNode status = workload.status();
        int there =
            status.path("active").asInt()
                + status.path("succeeded").asInt()
                + status.path("terminating").asInt();
        yield there >= Math.max(1, workload.spec().path("parallelism").asInt(1));
      }
      default -> false;
    };
  }

  private static int wantedJobs(Workload jobSet) {
    int wanted = 0;
    for (JsonNode replicated : jobSet.spec().path("replicatedJobs")) {
      wanted += replicated.path("replicas").asInt(1);
    }
    return wanted;
  }

  // ---- pods

  /** The pod with the most specific cause speaks for all. */
  private Optional<Waiting> pods() {
    var found = new ArrayList<Waiting>();
    for (PodSummary pod : all.pods()) {
      PodWaiting.of(pod, all).ifPresent(found::add);
    }
    Optional<Waiting> first = found.stream().min(Comparator.comparing(Waiting::cause));
    if (first.isEmpty()) {
      return first;
    }
    Waiting chosen = first.get();
    long others = found.stream().filter(each -> each.cause() == chosen.cause()).count() - 1;
    return others == 0
        ? first
        : Optional.of(
            new Waiting(
                chosen.cause(),
                "%s (%d more %s for the same kind of reason)"
                    .formatted(chosen.sentence(), others, others == 1 ? "pod waits" : "pods wait"),
                chosen.ref()));
  }

  // ---- order within the JobSet

  private Optional<Waiting> dependsOn() {
    for (Workload jobSet : all.of(KnownKind.JOB_SET)) {
      for (JsonNode replicated : jobSet.spec().path("replicatedJobs")) {
        String name = replicated.path("name").asText();
        if (isCreated(jobSet, name)) {
          continue;
        }
        for (JsonNode dependency : replicated.path("dependsOn")) {
          String other = dependency.path("name").asText();
          String wanted = dependency.path("status").asText("Ready");
          if (!isReached(jobSet, other, wanted)) {
            return Optional.of(
                new Waiting(
                    Cause.DEPENDS_ON,
                    "Replicated job %s of JobSet %s waits until %s is %s."
                        .formatted(name, jobSet.key().name(), other, wanted),
                    jobOf(jobSet, other).map(Workload::ref).orElse(jobSet.ref())));
          }
        }
      }
    }
    return Optional.empty();
  }

  private boolean isCreated(Workload jobSet, String replicatedJob) {
    return jobOf(jobSet, replicatedJob).isPresent();
  }

  private Optional<Workload> jobOf(Workload jobSet, String replicatedJob) {
    return all.of(KnownKind.JOB).stream()
        .filter(
            job ->
                job.label("jobset.sigs.k8s.io/replicatedjob-name").equals(replicatedJob)
                    && job.label("jobset.sigs.k8s.io/jobset-name").equals(jobSet.key().name()))
        .findFirst();
  }

  private static boolean isReached(Workload jobSet, String replicatedJob, String wanted) {
    int replicas = 1;
    for (JsonNode each : jobSet.spec().path("replicatedJobs")) {
      if (each.path("name").asText().equals(replicatedJob)) {
        replicas = each.path("replicas").asInt(1);
      }
    }
    for (JsonNode each : jobSet.status().path("replicatedJobsStatus")) {
      if (each.path("name").asText().equals(replicatedJob)) {
        int succeeded = each.path("succeeded").asInt();
        return wanted.equals("Complete")
            ? succeeded >= replicas
            : succeeded + each.path("ready").asInt() >= replicas;
      }
    }
    return false;
  }

  // ---- nothing there yet

  /** The controller of the last object has not acted on it. */
  private Optional<Waiting> missing() {
    if (!all.pods().isEmpty() || all.chain().isEmpty()) {
      return Optional.empty();
    }
    Workload last = all.chain().getLast();
    if (isDone(last)) {
      return Optional.empty();
    }
    String next =
        switch (last.kind()) {
          case TRAIN_JOB -> "JobSet";
          case JOB_SET -> "Jobs";
          default -> "pods";
        };
    return Optional.of(
        new Waiting(
            Cause.CONTROLLER,
            "%s has no %s yet: its controller has not acted on it.".formatted(last.title(), next),
            last.ref()));
  }
}
