package io.coxswain.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.model.FeedState;
import io.coxswain.console.model.MetricHistory;
import io.coxswain.console.model.PodHistory;
import io.coxswain.console.summary.ContainerSummary;
import io.coxswain.console.summary.EventSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.Owner;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Ref;
import io.coxswain.console.summary.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One training: curves, tree of objects, timelines of pods, restarts, why it waits. */
final class TrainingView implements View {
  private static final int MAX_RESTARTS = 100;
  private static final int MAX_PODS = 2000;

  private final ClusterModel model;
  private final ObjectKey key;
  private @Nullable ObjectNode last;

  TrainingView(ClusterModel model, ObjectKey key) {
    this.model = model;
    this.key = key;
  }

  @Override
  public ObjectNode render() {
    var feed = model.workloads(KnownKind.TRAIN_JOB);
    Workload trainJob = feed.get(key);
    if (trainJob == null) {
      return missing(feed.state());
    }
    var facts = new TrainingFacts(model, trainJob);
    ObjectNode document = Documents.of("training");
    Documents.states(
        document,
        feed,
        model.workloads(KnownKind.JOB_SET),
        model.workloads(KnownKind.JOB),
        model.pods());
    Documents.state(document, KnownKind.EVENT, model.events().state());
    document.set("row", TrainingRow.of(facts, model.metrics()));
    Documents.conditions(document, trainJob.conditions());
    series(document, model.metrics().of(trainJob.uid()));
    tree(document.putObject("tree"), facts);
    pods(document.putObject("pods"), facts);
    restarts(document.putArray("restarts"), facts);
    if (facts.state() != TrainingFacts.State.RUNNING) {
      Documents.waiting(document, facts.waiting());
    }
    Documents.events(document, facts.events());
    last = document;
    return document;
  }

  private ObjectNode missing(FeedState state) {
    ObjectNode document = last == null ? Documents.of("training") : last.deepCopy();
    document.put(last == null ? "missing" : "deleted", true);
    Documents.state(document, KnownKind.TRAIN_JOB, state);
    return document;
  }

  private static void series(ObjectNode document, Map<String, List<MetricHistory.Point>> series) {
    ObjectNode all = document.putObject("series");
    series.forEach(
        (name, points) -> {
          ArrayNode list = all.putObject(name).putArray("points");
          points.forEach(point -> list.addArray().add(point.millis()).add(point.value()));
        });
  }

  // ---- tree

  private static void tree(ObjectNode tree, TrainingFacts facts) {
    node(tree, facts.trainJob.ref(), facts.trainJob, null, facts.state().title, "");
    for (Workload jobSet : facts.jobSets) {
      int restarts = jobSet.status().path("restarts").asInt();
      int max = jobSet.spec().path("failurePolicy").path("maxRestarts").asInt();
      node(
          tree,
          jobSet.ref(),
          jobSet,
          facts.trainJob.ref(),
          state(jobSet),
          restarts == 0 && max == 0 ? "" : "restarts " + restarts + "/" + max);
    }
    for (Workload job : facts.jobs) {
      Owner owner = job.owner();
      node(
          tree,
          job.ref(),
          job,
          owner == null ? null : KnownKind.JOB_SET.ref(job.key().sibling(owner.name())),
          state(job),
          "%d active, %d succeeded, %d failed"
              .formatted(
                  job.status().path("active").asInt(),
                  job.status().path("succeeded").asInt(),
                  job.status().path("failed").asInt()));
    }
    for (PodSummary pod : facts.pods) {
      if (tree.size() >= MAX_PODS) {
        return;
      }
      Owner owner = pod.owner();
      ObjectNode entry = tree.putObject(pod.ref().toString());
      entry.put("kind", "Pod").put("name", pod.key().name()).put("state", pod.state());
      if (owner != null) {
        KnownKind.of(owner.apiVersion(), owner.kind())
            .ifPresent(
                kind -> entry.put("parent", kind.ref(pod.key().sibling(owner.name())).toString()));
      }
      Documents.put(entry, "detail", pod.placement().node());
      entry.put("order", tree.size());
    }
  }

  private static void node(
      ObjectNode tree,
      Ref ref,
      Workload workload,
      @Nullable Ref parent,
      String state,
      String detail) {
    ObjectNode entry = tree.putObject(ref.toString());
    entry.put("kind", workload.kind().type().kind()).put("name", workload.key().name());
    if (parent != null) {
      entry.put("parent", parent.toString());
    }
    entry.put("state", state);
    Documents.put(entry, "detail", detail);
    entry.put("order", tree.size());
  }

  static String state(Workload workload) {
    for (String type : List.of("Failed", "Complete", "Completed", "Suspended")) {
      if (workload.is(type)) {
        return type.equals("Completed") ? "Complete" : type;
      }
    }
    return workload.isSuspended() ? "Suspended" : "Running";
  }

  // ---- pods

  private void pods(ObjectNode pods, TrainingFacts facts) {
    for (PodSummary pod : facts.pods) {
      if (pods.size() < MAX_PODS) {
        pod(pods.putObject(pod.ref().toString()), pod, null);
      }
    }
    for (PodHistory.Gone gone : model.podHistory().of(key)) {
      String ref = gone.pod().ref().toString();
      if (!pods.has(ref) && pods.size() < MAX_PODS) {
        ObjectNode entry = pods.putObject(ref);
        pod(entry, gone.pod(), gone.time());
        entry.put("gone", true);
      }
    }
  }

  private void pod(ObjectNode entry, PodSummary pod, @Nullable Instant gone) {
    entry.put("name", pod.key().name()).put("uid", pod.uid());
    if (pod.member().rank() >= 0) {
      entry.put("rank", pod.member().rank());
    }
    Documents.put(entry, "job", pod.member().job());
    entry.put("attempt", pod.member().attempt());
    Documents.put(entry, "node", pod.placement().node());
    entry.put("phase", pod.status().phase());
    entry.put("state", gone == null ? pod.state() : "Deleted");
    entry.put("ready", pod.isReady()).put("restarts", pod.restarts());
    Documents.put(entry, "reason", pod.status().reason());
    Documents.put(entry, "message", pod.status().message());
    List<EventSummary> events = new ArrayList<>(model.events().about(KnownKind.POD, pod.key()));
    events.removeIf(
        event -> !event.about().uid().isEmpty() && !event.about().uid().equals(pod.uid()));
    PodTimeline.write(pod, events, gone, entry.putArray("timeline"));
  }

  // ---- restarts

  private record Restart(Instant time, String what, String cause, Ref ref) {}

  private void restarts(ArrayNode list, TrainingFacts facts) {
    var found = new ArrayList<Restart>();
    for (PodSummary pod : facts.pods) {
      restarts(pod, found);
      ended(pod).ifFailed(pod.key().name() + " failed", pod, found);
    }
    for (PodHistory.Gone gone : model.podHistory().of(key)) {
      Ended ended = ended(gone.pod());
      found.add(
          new Restart(
              gone.time(),
              "Pod " + gone.pod().key().name() + " was deleted",
              ended.time == null ? "it was " + gone.pod().state() : ended.cause,
              gone.pod().ref()));
    }
    for (Workload jobSet : facts.jobSets) {
      for (EventSummary event : model.events().about(KnownKind.JOB_SET, jobSet.key())) {
        if (event.time() != null
            && (event.reason().contains("Restart") || event.reason().contains("FailurePolicy"))) {
          found.add(
              new Restart(
                  event.time(),
                  "JobSet " + jobSet.key().name() + ": " + event.reason(),
                  event.message(),
                  jobSet.ref()));
        }
      }
    }
    found.sort(Comparator.comparing(Restart::time).reversed());
    for (Restart restart : found.subList(0, Math.min(found.size(), MAX_RESTARTS))) {
      ObjectNode entry = list.addObject();
      entry.put("time", restart.time.toString()).put("what", restart.what);
      Documents.put(entry, "cause", restart.cause);
      entry.put("ref", restart.ref.toString());
    }
  }

  private static void restarts(PodSummary pod, List<Restart> found) {
    for (ContainerSummary container : pod.containers()) {
      ContainerSummary.State last = container.last();
      if (last != null && last.finished() != null) {
        found.add(
            new Restart(
                last.finished(),
                "Container %s of pod %s restarted (%d)"
                    .formatted(container.name(), pod.key().name(), container.restarts()),
                last.ending(),
                pod.ref()));
      }
    }
  }

  /**
   * How a pod failed.
   *
   * @param time null if it did not
   */
  private record Ended(@Nullable Instant time, String cause) {
    void ifFailed(String what, PodSummary pod, List<Restart> found) {
      if (time != null && pod.status().phase().equals("Failed")) {
        found.add(new Restart(time, "Pod " + what, cause, pod.ref()));
      }
    }
  }

  private static Ended ended(PodSummary pod) {
    for (ContainerSummary container : pod.containers()) {
      ContainerSummary.State state = container.state();
      if (state.phase() == ContainerSummary.Phase.TERMINATED && state.exitCode() != 0) {
        return new Ended(state.finished(), "container " + container.name() + ": " + state.ending());
      }
    }
    var disrupted = pod.status().disrupted();
    return disrupted != null && disrupted.isTrue()
        ? new Ended(disrupted.time(), disrupted.reason() + ": " + disrupted.message())
        : new Ended(null, "");
  }
}
