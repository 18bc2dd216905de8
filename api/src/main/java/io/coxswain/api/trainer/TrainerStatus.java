package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Format;
import io.coxswain.api.crd.Maximum;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The progress, as reported by the training program. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@CrdRule(
    value = "has(self.lastUpdatedTime)",
    message = "lastUpdatedTime is required when trainerStatus is present")
public class TrainerStatus {
  @Minimum(0)
  @Maximum(100)
  private @Nullable Integer progressPercentage;

  @Minimum(0)
  private @Nullable Integer estimatedRemainingSeconds;

  @CrdListType("atomic")
  @Size(max = 256)
  private List<Metric> metrics = new ArrayList<>();

  @Format("date-time")
  private @Nullable String lastUpdatedTime;

  public @Nullable Integer getProgressPercentage() {
    return progressPercentage;
  }

  public void setProgressPercentage(@Nullable Integer progressPercentage) {
    this.progressPercentage = progressPercentage;
  }

  public @Nullable Integer getEstimatedRemainingSeconds() {
    return estimatedRemainingSeconds;
  }

  public void setEstimatedRemainingSeconds(@Nullable Integer estimatedRemainingSeconds) {
    this.estimatedRemainingSeconds = estimatedRemainingSeconds;
  }

  public List<Metric> getMetrics() {
    return metrics;
  }

  public void setMetrics(List<Metric> metrics) {
    this.metrics = metrics;
  }

  public @Nullable String getLastUpdatedTime() {
    return lastUpdatedTime;
  }

  public void setLastUpdatedTime(@Nullable String lastUpdatedTime) {
    this.lastUpdatedTime = lastUpdatedTime;
  }
}
