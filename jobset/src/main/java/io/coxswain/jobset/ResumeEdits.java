package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The edits that resume a suspended Job. Additions to the JobSet's template since then are added to
 * the Job's; removals are not, as upstream.
 */
final class ResumeEdits {
  private ResumeEdits() {}

  static void forgetStart(Job job) {
    if (job.getStatus() != null) {
      job.getStatus().setStartTime(null);
    }
  }

  static void merge(Job job, PodTemplateSpec from) {
    PodTemplateSpec into = job.getSpec().getTemplate();
    ObjectMeta meta = requireNonNullElse(from.getMetadata(), new ObjectMeta());
    if (into.getMetadata() == null) {
      into.setMetadata(new ObjectMeta());
    }
    into.getMetadata().setLabels(union(into.getMetadata().getLabels(), meta.getLabels()));
    into.getMetadata()
        .setAnnotations(union(into.getMetadata().getAnnotations(), meta.getAnnotations()));
    PodSpec pod = into.getSpec();
    pod.setNodeSelector(union(pod.getNodeSelector(), from.getSpec().getNodeSelector()));
    pod.setTolerations(union(pod.getTolerations(), from.getSpec().getTolerations()));
    pod.setSchedulingGates(union(pod.getSchedulingGates(), from.getSpec().getSchedulingGates()));
    job.getSpec().setSuspend(false);
  }

  private static @Nullable Map<String, String> union(
      @Nullable Map<String, String> present, @Nullable Map<String, String> added) {
    return added == null || added.isEmpty() ? present : ChildJob.union(present, added);
  }

  /** Existing items keep their position; new ones are appended. */
  private static <T> List<T> union(@Nullable List<T> present, @Nullable List<T> added) {
    var union = new LinkedHashSet<T>(requireNonNullElse(present, List.<T>of()));
    union.addAll(requireNonNullElse(added, List.<T>of()));
    return List.copyOf(union);
  }
}
