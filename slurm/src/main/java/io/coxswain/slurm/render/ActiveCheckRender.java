package io.coxswain.slurm.render;

import io.coxswain.api.Json;
import io.coxswain.api.StrategicMerge;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.ActiveCheckSpec;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.PodTemplate;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The objects of an active check: its CronJob, its script, and the Job of its first run. */
public final class ActiveCheckRender {
  /** The ConfigMap key of a script for {@code sbatch}. */
  public static final String SBATCH_KEY = "sbatch.sh";

  /** The ConfigMap key of a script of a Job. */
  public static final String SCRIPT_KEY = "script.sh";

  /** An annotation: the check that a pod belongs to. */
  public static final String CHECK = "slurm.nebius.ai/activecheck";

  private ActiveCheckRender() {}

  /** Where a script stands that is written in the check itself. */
  public static String inlineScriptName(ActiveCheck check) {
    return "sbatch-script-" + check.getSpec().getName();
  }

  public static ConfigMap inlineScript(ActiveCheck check, String script) {
    return new ConfigMapBuilder()
        .withMetadata(
            Pods.metadata(
                inlineScriptName(check), check.getMetadata().getNamespace(), labels(check)))
        .withData(new TreeMap<>(Map.of(SBATCH_KEY, script)))
        .build();
  }

  /**
   * The CronJob.
   *
   * @param over merged over what is rendered of the pod
   */
  public static CronJob cronJob(ActiveCheck check, Optional<PodTemplate> over) {
    ActiveCheckSpec spec = check.getSpec();
    return new CronJobBuilder()
        .withMetadata(
            Pods.metadata(
                check.getMetadata().getName(), check.getMetadata().getNamespace(), labels(check)))
        .withNewSpec()
        .withSchedule(spec.getSchedule())
        .withSuspend(spec.getSuspend() == null || spec.getSuspend())
        .withSuccessfulJobsHistoryLimit(spec.getSuccessfulJobsHistoryLimit())
        .withFailedJobsHistoryLimit(spec.getFailedJobsHistoryLimit())
        .withConcurrencyPolicy("Forbid")
        .withNewJobTemplate()
        .withNewSpec()
        .withParallelism(1)
        .withCompletions(1)
        .withBackoffLimit(0)
        .withTemplate(template(check, over))
        .endSpec()
        .endJobTemplate()
        .endSpec()
        .build();
  }

  private static PodTemplateSpec template(ActiveCheck check, Optional<PodTemplate> over) {
    PodTemplateSpec rendered = new ActiveCheckPod(check, names(check)).template(labels(check));
    if (over.isEmpty() || over.get().getTemplate() == null) {
      return rendered;
    }
    var merged = Json.tree(rendered);
    StrategicMerge.merge(merged, Json.tree(over.get().getTemplate()));
    PodTemplateSpec template = Json.convert(merged, PodTemplateSpec.class);
    if ("Always".equals(template.getSpec().getRestartPolicy())) {
      // What the server fills into a PodTemplate that says nothing; no Job takes it.
      template.getSpec().setRestartPolicy(rendered.getSpec().getRestartPolicy());
    }
    return template;
  }

  public static String initialRunName(ActiveCheck check) {
    return check.getSpec().getName() + "-initial-run";
  }

  /**
   * The Job that is run once the check exists.
   *
   * @param cronJob as stored
   */
  public static Job initialRun(ActiveCheck check, CronJob cronJob) {
    var template = cronJob.getSpec().getJobTemplate();
    var metadata =
        Pods.metadata(initialRunName(check), check.getMetadata().getNamespace(), labels(check));
    if (template.getMetadata() != null) {
      metadata.setAnnotations(template.getMetadata().getAnnotations());
    }
    return new JobBuilder().withMetadata(metadata).withSpec(Json.copy(template.getSpec())).build();
  }

  static Names names(ActiveCheck check) {
    return Names.of(check.getSpec().getSlurmClusterRefName(), check.getMetadata().getNamespace());
  }

  private static SortedMap<String, String> labels(ActiveCheck check) {
    return Labels.of(Component.SOPERATORCHECKS, check.getSpec().getSlurmClusterRefName());
  }
}
