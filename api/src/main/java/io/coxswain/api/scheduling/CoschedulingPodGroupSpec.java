package io.coxswain.api.scheduling;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The numbers of pods and resources that must be available before any of them starts. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class CoschedulingPodGroupSpec {
  private @Nullable Integer minMember;
  private SortedMap<String, Quantity> minResources = new TreeMap<>();
  private @Nullable Integer scheduleTimeoutSeconds;

  public @Nullable Integer getMinMember() {
    return minMember;
  }

  public void setMinMember(@Nullable Integer minMember) {
    this.minMember = minMember;
  }

  public SortedMap<String, Quantity> getMinResources() {
    return minResources;
  }

  public void setMinResources(SortedMap<String, Quantity> minResources) {
    this.minResources = minResources;
  }

  public @Nullable Integer getScheduleTimeoutSeconds() {
    return scheduleTimeoutSeconds;
  }

  public void setScheduleTimeoutSeconds(@Nullable Integer scheduleTimeoutSeconds) {
    this.scheduleTimeoutSeconds = scheduleTimeoutSeconds;
  }
}
