package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Size;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The observed state of a TrainJob. Never written empty, because the kind forbids it. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Size(min = 1)
public class TrainJobStatus {
  @CrdListType(value = "map", keys = "type")
  @Size(max = 8)
  private List<Condition> conditions = new ArrayList<>();

  @CrdListType(value = "map", keys = "name")
  @Size(max = 100)
  private List<JobStatus> jobsStatus = new ArrayList<>();

  /** The progress reported by the training program. */
  private @Nullable TrainerStatus trainerStatus;

  public List<Condition> getConditions() {
    return conditions;
  }

  public void setConditions(List<Condition> conditions) {
    this.conditions = conditions;
  }

  public List<JobStatus> getJobsStatus() {
    return jobsStatus;
  }

  public void setJobsStatus(List<JobStatus> jobsStatus) {
    this.jobsStatus = jobsStatus;
  }

  public @Nullable TrainerStatus getTrainerStatus() {
    return trainerStatus;
  }

  public void setTrainerStatus(@Nullable TrainerStatus trainerStatus) {
    this.trainerStatus = trainerStatus;
  }
}
