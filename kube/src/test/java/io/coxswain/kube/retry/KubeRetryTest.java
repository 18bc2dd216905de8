package io.coxswain.kube.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.kube.host.controllers.Descriptor;
import io.coxswain.kube.host.controllers.Descriptors;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Main;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.retry.RetryTrial;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each controller retries each of its writes, although nothing wakes it again. */
class KubeRetryTest {

  static Stream<RetryTrial> trials() {
    return Stream.of(
            WorkloadTrials.of(), ClusterTrials.of(), SecurityTrials.of(), OptionalTrials.of())
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("trials")
  void retriesEachFailedWrite(RetryTrial trial) {
    trial.run();
  }

  @Test
  void everyControllerIsOnTrial() {
    var tried = new TreeSet<String>();
    trials().forEach(trial -> tried.add(trial.toString()));
    tried.add("selinux-warning-controller"); // writes nothing but events

    assertThat(Descriptors.all().stream().filter(each -> !each.cloud()).map(Descriptor::name))
        .containsExactlyInAnyOrderElementsOf(tried);
  }

  /** A trial of the controllers with these names; the first is the subject. */
  static RetryTrial trial(String... names) {
    return trial(
        names[0],
        manager ->
            Descriptors.all().stream()
                .filter(each -> List.of(names).contains(each.name()))
                .forEach(each -> each.findRegistration().orElseThrow().accept(manager)));
  }

  static RetryTrial trial(String name, Consumer<Manager> controllers) {
    return RetryTrial.of(name, onTrial -> simulation(name, onTrial, controllers));
  }

  static Simulation simulation(
      String name, UnaryOperator<Main> onTrial, Consumer<Manager> controllers) {
    return Simulation.named(name)
        .network(Network.PROMPT)
        .process(Cluster.KCM, onTrial.apply(Cluster.manager(controllers)));
  }
}
