package io.coxswain.kube.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The program in a simulated world. */
class HostScenarioTest {
  private static final ObjectKey LEASE = ObjectKey.of("kube-system", "kube-controller-manager");

  private static boolean furnished(World world, String namespace) throws Exception {
    return world
        .objects()
        .find(ServiceAccount.class, ObjectKey.of(namespace, "default"))
        .isPresent();
  }

  private static void createNamespace(World world, String name) throws Exception {
    Namespace created =
        world
            .objects()
            .create(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build());
    assertThat(created.getMetadata().getUid()).isNotEmpty();
  }

  @Test
  void leadsWorksAndGivesUpTheLeaseWhenTerminated() {
    var one = new SimulatedManager("one", "--secure-port=0");
    Simulation.named("start and stop")
        .network(Network.PROMPT)
        .process("one", one::main)
        .script(
            world -> {
              createNamespace(world, "work");
              world.await("an account", () -> furnished(world, "work"));
              assertThat(world.objects().fetch(Lease.class, LEASE).getSpec().getHolderIdentity())
                  .startsWith("one_");

              one.terminate();
              world.await("the end", () -> one.exitCode() != null, Duration.ofSeconds(20));
              assertThat(one.exitCode()).isZero();
              assertThat(world.objects().fetch(Lease.class, LEASE).getSpec().getHolderIdentity())
                  .isEmpty();
            })
        .run(1);
  }
}
