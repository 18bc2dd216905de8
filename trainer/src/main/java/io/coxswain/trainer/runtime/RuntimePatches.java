package io.coxswain.trainer.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.StrategicMerge;
import io.coxswain.api.jobset.JobSetSpec;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.trainer.JobSetTemplatePatch;
import io.coxswain.api.trainer.RuntimePatch;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A job's changes to its runtime, laid over the runtime's template in the order of the list. */
final class RuntimePatches {
  private RuntimePatches() {}

  /** A patched copy. The replicated jobs keep the order that they have in the template. */
  static JobSetSpec apply(JobSetSpec template, List<RuntimePatch> patches) {
    ObjectNode tree = Json.tree(template);
    templates(patches)
        .flatMap(t -> Stream.ofNullable(t.getSpec()))
        .forEach(spec -> StrategicMerge.merge(tree, Json.tree(spec)));
    JobSetSpec patched = Json.convert(tree, JobSetSpec.class);
    // Merging moves patched items, but a job that depends on others must stay behind them.
    List<String> order = template.getReplicatedJobs().stream().map(ReplicatedJob::getName).toList();
    patched.getReplicatedJobs().sort(Comparator.comparingInt(job -> place(order, job.getName())));
    return patched;
  }

  /** Adds the labels or annotations that patches give to the JobSet itself; later ones win. */
  static void overlay(
      Map<String, String> target,
      List<RuntimePatch> patches,
      Function<ObjectMeta, Map<String, String>> which) {
    templates(patches)
        .flatMap(t -> Stream.ofNullable(t.getMetadata()))
        .flatMap(m -> Stream.ofNullable(which.apply(m)))
        .forEach(target::putAll);
  }

  private static Stream<JobSetTemplatePatch> templates(List<RuntimePatch> patches) {
    return patches.stream()
        .flatMap(p -> Stream.ofNullable(p.getTrainingRuntimeSpec()))
        .flatMap(s -> Optional.ofNullable(s.getTemplate()).stream());
  }

  private static int place(List<String> order, String name) {
    int place = order.indexOf(name);
    return place < 0 ? order.size() : place;
  }
}
