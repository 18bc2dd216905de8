package io.coxswain.kube.host;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;

/** Worlds in which the program runs, and how one sees that it does. */
final class Worlds {
  static final ObjectKey LEASE = ObjectKey.of("kube-system", "kube-controller-manager");

  private Worlds() {}

  static Simulation of(String name, SimulatedManager... managers) {
    Simulation simulation = Simulation.named(name).network(Network.PROMPT);
    for (SimulatedManager each : managers) {
      simulation = simulation.process(each.host, each::main);
    }
    return simulation;
  }

  /** A world with the program as a part of another one. */
  static Simulation embedding(String name, SimulatedManager manager) {
    return Simulation.named(name).network(Network.PROMPT).process(manager.host, manager::embedded);
  }

  static void createNamespace(World world, String name) throws ApiException {
    var _ =
        world
            .objects()
            .create(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build());
  }

  /** Whether controllers have been at work in the namespace. */
  static boolean furnished(World world, String namespace) throws ApiException {
    return world
        .objects()
        .find(ServiceAccount.class, ObjectKey.of(namespace, "default"))
        .isPresent();
  }

  static String holder(World world, String lease) throws ApiException {
    return world
        .objects()
        .find(Lease.class, ObjectKey.of("kube-system", lease))
        .map(found -> found.getSpec().getHolderIdentity())
        .orElse("");
  }

  static String holder(World world) throws ApiException {
    return holder(world, LEASE.name());
  }
}
