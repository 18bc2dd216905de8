package io.coxswain.kube.retry;

import io.coxswain.kube.Cluster;
import io.coxswain.sim.retry.RetryTrial;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each controller reaches the same end state under random faults. {@code -Dcoxswain.plans=200} runs
 * more plans, {@code -Dcoxswain.seed=7} others.
 */
class KubeChaosTest {

  static Stream<RetryTrial> trials() {
    return KubeRetryTest.trials();
  }

  @ParameterizedTest
  @MethodSource("trials")
  void survivesRandomFaults(RetryTrial trial) {
    trial.chaos(Cluster.KCM).plans(4).run();
  }
}
