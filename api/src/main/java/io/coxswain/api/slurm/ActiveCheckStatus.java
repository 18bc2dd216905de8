package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The results of the last runs of a check. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ActiveCheckStatus extends StatusMetadata {
  private @Nullable K8sJobsStatus k8sJobsStatus;

  private @Nullable SlurmJobsStatus slurmJobsStatus;

  public @Nullable K8sJobsStatus getK8sJobsStatus() {
    return k8sJobsStatus;
  }

  public void setK8sJobsStatus(@Nullable K8sJobsStatus k8sJobsStatus) {
    this.k8sJobsStatus = k8sJobsStatus;
  }

  public @Nullable SlurmJobsStatus getSlurmJobsStatus() {
    return slurmJobsStatus;
  }

  public void setSlurmJobsStatus(@Nullable SlurmJobsStatus slurmJobsStatus) {
    this.slurmJobsStatus = slurmJobsStatus;
  }
}
