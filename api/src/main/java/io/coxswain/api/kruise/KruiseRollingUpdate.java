package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.IntOrString;
import org.jspecify.annotations.Nullable;

/** The pace of an update, and whether pods are updated in place. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class KruiseRollingUpdate {
  private @Nullable Integer partition;

  private @Nullable IntOrString maxUnavailable;

  private @Nullable String podUpdatePolicy;

  private @Nullable Integer minReadySeconds;

  public @Nullable Integer getPartition() {
    return partition;
  }

  public void setPartition(@Nullable Integer partition) {
    this.partition = partition;
  }

  public @Nullable IntOrString getMaxUnavailable() {
    return maxUnavailable;
  }

  public void setMaxUnavailable(@Nullable IntOrString maxUnavailable) {
    this.maxUnavailable = maxUnavailable;
  }

  public @Nullable String getPodUpdatePolicy() {
    return podUpdatePolicy;
  }

  public void setPodUpdatePolicy(@Nullable String podUpdatePolicy) {
    this.podUpdatePolicy = podUpdatePolicy;
  }

  public @Nullable Integer getMinReadySeconds() {
    return minReadySeconds;
  }

  public void setMinReadySeconds(@Nullable Integer minReadySeconds) {
    this.minReadySeconds = minReadySeconds;
  }
}
