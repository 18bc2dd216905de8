package io.coxswain.kube.cronjob;

import io.coxswain.api.Json;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobTemplateSpec;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.TreeMap;

/** Builds the Job for one scheduled time of a CronJob. */
final class CronJobFactory {
  private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";

  private CronJobFactory() {}

  /** The name acts as a lock: at most one Job per minute can exist. */
  static Job build(CronJob cron, Instant time, ZoneId zone) {
    JobTemplateSpec template = Json.copy(cron.getSpec().getJobTemplate());
    ObjectMeta from = template.getMetadata() == null ? new ObjectMeta() : template.getMetadata();
    var annotations = new TreeMap<String, String>();
    if (from.getAnnotations() != null) {
      annotations.putAll(from.getAnnotations());
    }
    annotations.put(SCHEDULED, DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time.atZone(zone)));
    Job job =
        new JobBuilder()
            .withMetadata(
                new ObjectMetaBuilder()
                    .withNamespace(cron.getMetadata().getNamespace())
                    .withName(cron.getMetadata().getName() + "-" + time.getEpochSecond() / 60)
                    .withLabels(from.getLabels())
                    .withAnnotations(annotations)
                    .build())
            .withSpec(template.getSpec())
            .build();
    Owners.add(job, Owners.controlledBy(cron));
    return job;
  }
}
