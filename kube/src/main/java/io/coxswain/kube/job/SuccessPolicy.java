package io.coxswain.kube.job;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.SuccessPolicyRule;
import java.util.List;
import java.util.Optional;

/** The {@code successPolicy} of a Job. */
final class SuccessPolicy {
  private final List<SuccessPolicyRule> rules;
  private final int completions;

  private SuccessPolicy(List<SuccessPolicyRule> rules, int completions) {
    this.rules = rules;
    this.completions = completions;
  }

  /** The policy of an Indexed Job; without rules if it has none. */
  static SuccessPolicy of(Job job, int completions) {
    var policy = job.getSpec().getSuccessPolicy();
    return new SuccessPolicy(
        policy == null || policy.getRules() == null ? List.of() : policy.getRules(), completions);
  }

  /** The message of the first rule that the succeeded indexes satisfy. */
  Optional<String> met(IndexSet succeeded) {
    if (succeeded.isEmpty()) {
      return Optional.empty();
    }
    for (int i = 0; i < rules.size(); i++) {
      if (met(rules.get(i), succeeded)) {
        return Optional.of("Matched rules at index " + i);
      }
    }
    return Optional.empty();
  }

  private boolean met(SuccessPolicyRule rule, IndexSet succeeded) {
    Integer enough = rule.getSucceededCount();
    if (rule.getSucceededIndexes() == null) {
      return enough != null && succeeded.size() >= enough;
    }
    IndexSet listed = IndexSet.parse(rule.getSucceededIndexes(), completions);
    if (listed.isEmpty()) {
      return false;
    }
    int have = listed.overlap(succeeded);
    return have == listed.size() || (enough != null && have >= enough);
  }
}
