package io.coxswain.console.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.Workload;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The list of trainings; the totals count also those beyond what a page can show. */
final class TrainingsView implements View {
  private static final int MAX_ROWS = 1000;

  private final ClusterModel model;
  private final String namespace;

  /**
   * @param namespace empty for all
   */
  TrainingsView(ClusterModel model, String namespace) {
    this.model = model;
    this.namespace = namespace;
  }

  @Override
  public ObjectNode render() {
    ObjectNode document = Documents.of("trainings");
    Documents.states(
        document,
        model.workloads(KnownKind.TRAIN_JOB),
        model.workloads(KnownKind.JOB_SET),
        model.workloads(KnownKind.JOB),
        model.pods());
    Documents.state(document, KnownKind.EVENT, model.events().state());
    var totals = new EnumMap<TrainingFacts.State, Integer>(TrainingFacts.State.class);
    ObjectNode rows = document.putObject("rows");
    int all = 0;
    for (Workload trainJob : model.workloads(KnownKind.TRAIN_JOB).all().values()) {
      if (!namespace.isEmpty() && !trainJob.key().namespace().equals(namespace)) {
        continue;
      }
      all++;
      var facts = new TrainingFacts(model, trainJob);
      totals.merge(facts.state(), 1, Integer::sum);
      if (rows.size() < MAX_ROWS) {
        rows.set(trainJob.key().toString(), TrainingRow.of(facts, model.metrics()));
      }
    }
    document.set("totals", totals(all, totals));
    return document;
  }

  private static ObjectNode totals(int all, Map<TrainingFacts.State, Integer> counts) {
    ObjectNode totals = Json.NODES.objectNode().put("all", all);
    for (TrainingFacts.State state : TrainingFacts.State.values()) {
      totals.put(state.title.toLowerCase(Locale.ROOT), counts.getOrDefault(state, 0));
    }
    return totals;
  }
}
