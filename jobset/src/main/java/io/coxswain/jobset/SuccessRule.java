package io.coxswain.jobset;

import io.coxswain.api.jobset.SuccessPolicy;
import java.util.List;

/** Decides whether enough Jobs have succeeded. */
final class SuccessRule {
  private SuccessRule() {}

  static boolean met(DesiredJobSet wanted, OwnedJobs jobs) {
    SuccessPolicy policy = wanted.successPolicy();
    long matching =
        jobs.successful().stream()
            .filter(job -> targets(policy, OwnedJobs.replicatedJobOf(job)))
            .count();
    return matching >= expected(wanted, policy);
  }

  private static int expected(DesiredJobSet wanted, SuccessPolicy policy) {
    return policy.getOperator().equals("Any")
        ? 1
        : wanted.replicatedJobs().stream()
            .filter(replicated -> targets(policy, replicated.getName()))
            .mapToInt(DesiredJobSet::replicas)
            .sum();
  }

  private static boolean targets(SuccessPolicy policy, String replicated) {
    List<String> targets = policy.getTargetReplicatedJobs();
    return targets.isEmpty() || targets.contains(replicated);
  }
}
