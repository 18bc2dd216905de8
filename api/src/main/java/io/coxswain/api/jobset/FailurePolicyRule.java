package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Required;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An action and the failures to which it applies. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class FailurePolicyRule {
  @Required private @Nullable String name;

  @Required
  @Allowed({
    "FailJobSet",
    "RestartJobSet",
    "RestartJobSetAndIgnoreMaxRestarts",
    "RestartJob",
    "RestartJobAndIgnoreMaxRestarts"
  })
  private String action = "";

  /** Any reason if empty. */
  private List<String> onJobFailureReasons = new ArrayList<>();

  /** RE2 expressions that are searched in the message; any message if empty. */
  private List<String> onJobFailureMessagePatterns = new ArrayList<>();

  /** Any replicated job if empty. */
  @CrdListType("atomic")
  private List<String> targetReplicatedJobs = new ArrayList<>();

  public @Nullable String getName() {
    return name;
  }

  public void setName(@Nullable String name) {
    this.name = name;
  }

  public String getAction() {
    return action;
  }

  public void setAction(String action) {
    this.action = action;
  }

  public List<String> getOnJobFailureReasons() {
    return onJobFailureReasons;
  }

  public void setOnJobFailureReasons(List<String> onJobFailureReasons) {
    this.onJobFailureReasons = onJobFailureReasons;
  }

  public List<String> getOnJobFailureMessagePatterns() {
    return onJobFailureMessagePatterns;
  }

  public void setOnJobFailureMessagePatterns(List<String> onJobFailureMessagePatterns) {
    this.onJobFailureMessagePatterns = onJobFailureMessagePatterns;
  }

  public List<String> getTargetReplicatedJobs() {
    return targetReplicatedJobs;
  }

  public void setTargetReplicatedJobs(List<String> targetReplicatedJobs) {
    this.targetReplicatedJobs = targetReplicatedJobs;
  }
}
