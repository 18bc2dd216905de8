package io.coxswain.slurm.checks.activecheckjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JobStatusTest {
  private static Job job(@Nullable Integer active, String... trueConditions) {
    Job job = new JobBuilder().withNewStatus().withActive(active).endStatus().build();
    for (String type : trueConditions) {
      job.setStatus(
          job.getStatus()
              .edit()
              .addNewCondition()
              .withType(type)
              .withStatus("True")
              .endCondition()
              .build());
    }
    return job;
  }

  @Test
  void aJobThatHasNotStartedIsPending() {
    assertThat(JobStatus.of(new Job())).isEqualTo("Pending");
    assertThat(JobStatus.of(job(null))).isEqualTo("Pending");
    assertThat(JobStatus.of(job(0))).isEqualTo("Pending");
  }

  @Test
  void activePodsCountMoreThanConditions() {
    assertThat(JobStatus.of(job(1, "Failed"))).isEqualTo("Active");
    assertThat(JobStatus.of(job(0, "Failed"))).isEqualTo("Failed");
  }

  @Test
  void theFirstConditionThatIsTrueAndKnownCounts() {
    assertThat(JobStatus.of(job(null, "Complete"))).isEqualTo("Complete");
    assertThat(JobStatus.of(job(null, "SuccessCriteriaMet", "Failed"))).isEqualTo("Complete");
    assertThat(JobStatus.of(job(null, "Other", "FailureTarget"))).isEqualTo("Failed");
    assertThat(JobStatus.of(job(null, "Suspended"))).isEqualTo("Suspended");
    assertThat(JobStatus.of(job(null, "Other"))).isEqualTo("Unknown");
    Job over = job(null, "Suspended");
    over.getStatus().getConditions().getFirst().setStatus("False");
    assertThat(JobStatus.of(over)).isEqualTo("Unknown");
  }
}
