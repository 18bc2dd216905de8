package io.coxswain.kube;

import io.coxswain.kube.host.controllers.Descriptors;
import io.coxswain.kube.rootca.RootCaPublisher;
import io.coxswain.runtime.manager.Manager;
import java.util.Set;

/**
 * The controllers of kube-controller-manager with their default options, for a manager that runs in
 * another program. {@link Descriptors} lists them.
 */
public final class KubeControllers {
  private KubeControllers() {}

  /** Adds all controllers that need only the manager. */
  public static void register(Manager manager) {
    registerBut(manager, Set.of());
  }

  /** As {@link #register(Manager)}, except the controllers with the given names. */
  public static void registerBut(Manager manager, Set<String> names) {
    Descriptors.all().stream()
        .filter(each -> !names.contains(each.name()))
        .forEach(each -> each.findRegistration().ifPresent(add -> add.accept(manager)));
  }

  /**
   * Adds all controllers and the root CA publisher.
   *
   * @param rootCa the CA bundle for pods, in PEM
   */
  public static void register(Manager manager, String rootCa) {
    register(manager);
    RootCaPublisher.register(manager, rootCa);
  }
}
