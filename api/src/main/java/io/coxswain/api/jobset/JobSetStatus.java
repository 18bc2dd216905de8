package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Minimum;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The observed state of a JobSet. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class JobSetStatus {
  @CrdListType(value = "map", keys = "type")
  private List<Condition> conditions = new ArrayList<>();

  /** Restarts of the whole JobSet, whether or not they count towards the limit. */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  private int restarts;

  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  private int restartsCountTowardsMax;

  /** {@code Completed} or {@code Failed}, once reached. */
  private @Nullable String terminalState;

  @CrdListType(value = "map", keys = "name")
  private List<ReplicatedJobStatus> replicatedJobsStatus = new ArrayList<>();

  @Minimum(0)
  private @Nullable Integer previousInPlaceRestartAttempt;

  @Minimum(0)
  private @Nullable Integer currentInPlaceRestartAttempt;

  public List<Condition> getConditions() {
    return conditions;
  }

  public void setConditions(List<Condition> conditions) {
    this.conditions = conditions;
  }

  public int getRestarts() {
    return restarts;
  }

  public void setRestarts(int restarts) {
    this.restarts = restarts;
  }

  public int getRestartsCountTowardsMax() {
    return restartsCountTowardsMax;
  }

  public void setRestartsCountTowardsMax(int restartsCountTowardsMax) {
    this.restartsCountTowardsMax = restartsCountTowardsMax;
  }

  public @Nullable String getTerminalState() {
    return terminalState;
  }

  public void setTerminalState(@Nullable String terminalState) {
    this.terminalState = terminalState;
  }

  public List<ReplicatedJobStatus> getReplicatedJobsStatus() {
    return replicatedJobsStatus;
  }

  public void setReplicatedJobsStatus(List<ReplicatedJobStatus> replicatedJobsStatus) {
    this.replicatedJobsStatus = replicatedJobsStatus;
  }

  public @Nullable Integer getPreviousInPlaceRestartAttempt() {
    return previousInPlaceRestartAttempt;
  }

  public void setPreviousInPlaceRestartAttempt(@Nullable Integer previousInPlaceRestartAttempt) {
    this.previousInPlaceRestartAttempt = previousInPlaceRestartAttempt;
  }

  public @Nullable Integer getCurrentInPlaceRestartAttempt() {
    return currentInPlaceRestartAttempt;
  }

  public void setCurrentInPlaceRestartAttempt(@Nullable Integer currentInPlaceRestartAttempt) {
    this.currentInPlaceRestartAttempt = currentInPlaceRestartAttempt;
  }
}
