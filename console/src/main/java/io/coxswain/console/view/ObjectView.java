package io.coxswain.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.console.browse.ObjectPage;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.model.Events;
import io.coxswain.console.summary.EventSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Ref;
import io.coxswain.console.summary.Workload;
import io.coxswain.console.waiting.Situation;
import io.coxswain.console.waiting.Waiting;
import io.coxswain.console.waiting.WaitingReason;
import io.coxswain.env.CancelledException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** One object of any kind. */
final class ObjectView implements View {
  private static final int MAX_EVENTS = 100;
  private static final Duration PERIOD = Duration.ofSeconds(2);

  private final ClusterModel model;
  private final ObjectPage page;
  private final Ref ref;
  private final boolean actions;

  ObjectView(ClusterModel model, ObjectPage page, Ref ref, boolean actions) {
    this.model = model;
    this.page = page;
    this.ref = ref;
    this.actions = actions;
  }

  @Override
  public ObjectNode render() throws CancelledException {
    ObjectNode document = Documents.of("object").put("ref", ref.toString());
    try {
      Optional<ObjectNode> object = page.fetch();
      document.put("missing", object.isEmpty());
      if (object.isPresent()) {
        String kind = object.get().path("kind").asText();
        Documents.events(
            document,
            Events.newest(
                about(kind, object.get().path("metadata").path("uid").asText()), MAX_EVENTS));
        Documents.state(document, KnownKind.EVENT, model.events().state());
        waiting(document);
        page.describe(object.get(), document);
        if (actions) {
          actions(document);
        }
      }
    } catch (ApiException e) {
      document
          .putObject("error")
          .put("code", e.code())
          .put("reason", String.valueOf(e.status().getReason()))
          .put("message", Documents.cut(String.valueOf(e.getMessage())));
    }
    return document;
  }

  /** The object itself is not followed by a watch. */
  @Override
  public Duration period() {
    return PERIOD;
  }

  @Override
  public Duration minPeriod() {
    return PERIOD;
  }

  private Collection<EventSummary> about(String kind, String uid) {
    // Events about objects without a namespace stand in the namespace default, without one inside.
    return model.events().about(ref.key()).stream()
        .filter(event -> event.about().kind().equals(kind))
        .filter(
            event ->
                event.about().uid().isEmpty()
                    || event.about().uid().equals(uid)
                    || kind.equals("Node"))
        .toList();
  }

  private void waiting(ObjectNode document) {
    if (ref.qualifiedPlural().equals("pods")) {
      PodSummary pod = model.pods().get(ref.key());
      if (pod != null) {
        Documents.waiting(document, WaitingReason.ofPod(pod, situation(pod)));
      }
    } else if (ref.qualifiedPlural().equals(KnownKind.TRAIN_JOB.type().qualifiedPlural())) {
      Workload trainJob = model.workloads(KnownKind.TRAIN_JOB).get(ref.key());
      if (trainJob != null) {
        Documents.waiting(document, new TrainingFacts(model, trainJob).waiting());
      }
    } else {
      workload().ifPresent(found -> Documents.waiting(document, waiting(found)));
    }
  }

  private Optional<Workload> workload() {
    for (KnownKind kind : List.of(KnownKind.JOB_SET, KnownKind.JOB)) {
      if (ref.qualifiedPlural().equals(kind.type().qualifiedPlural())) {
        return Optional.ofNullable(model.workloads(kind).get(ref.key()));
      }
    }
    return Optional.empty();
  }

  private Optional<Waiting> waiting(Workload workload) {
    if (workload.is("Complete") || workload.is("Completed") || workload.is("Failed")) {
      return Optional.empty();
    }
    return WaitingReason.of(TrainingFacts.below(model, workload));
  }

  private Situation situation(PodSummary pod) {
    return new Situation(
        List.of(),
        List.of(pod),
        List.of(),
        model.events().about(KnownKind.POD, pod.key()),
        TrainingFacts.notReady(model));
  }

  private void actions(ObjectNode document) {
    ArrayNode list = document.putArray("actions");
    switch (ref.qualifiedPlural()) {
      case "trainjobs.trainer.kubeflow.org", "jobsets.jobset.x-k8s.io", "jobs.batch" -> {
        list.add("suspend").add("resume").add("delete");
      }
      case "pods" -> list.add("delete");
      case "nodes" -> list.add("cordon").add("uncordon").add("drain");
      default -> {}
    }
    if (document.has("scale")) {
      list.add("scale");
    }
  }
}
