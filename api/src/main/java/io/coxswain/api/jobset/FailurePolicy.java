package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The actions for failed Jobs. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class FailurePolicy {
  private @Nullable Integer maxRestarts;

  @Default("Recreate")
  @Allowed({"Recreate", "BlockingRecreate", "InPlaceRestart"})
  private @Nullable String restartStrategy;

  /** The first matching rule decides. */
  private List<FailurePolicyRule> rules = new ArrayList<>();

  public @Nullable Integer getMaxRestarts() {
    return maxRestarts;
  }

  public void setMaxRestarts(@Nullable Integer maxRestarts) {
    this.maxRestarts = maxRestarts;
  }

  public @Nullable String getRestartStrategy() {
    return restartStrategy;
  }

  public void setRestartStrategy(@Nullable String restartStrategy) {
    this.restartStrategy = restartStrategy;
  }

  public List<FailurePolicyRule> getRules() {
    return rules;
  }

  public void setRules(List<FailurePolicyRule> rules) {
    this.rules = rules;
  }
}
