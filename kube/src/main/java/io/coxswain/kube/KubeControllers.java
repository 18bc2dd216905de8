package io.coxswain.kube;

import io.coxswain.kube.host.controllers.Descriptors;
import io.coxswain.kube.rootca.RootCaPublisher;
import io.coxswain.runtime.manager.Manager;
import java.util.Set;

/**
 * The controllers of kube-controller-manager that are here, with their defaults, on a manager of
 * somebody else. {@link Descriptors} is the list of them.
 */
public final class KubeControllers {
  private KubeControllers() {}

  /** Adds all that need nothing but the manager. */
  public static void register(Manager manager) {
    registerBut(manager, Set.of());
  }

  /** As {@link #register(Manager)}, without those of the given names. */
  public static void registerBut(Manager manager, Set<String> names) {
    Descriptors.all().stream()
        .filter(each -> !names.contains(each.name()))
        .forEach(each -> each.findRegistration().ifPresent(add -> add.accept(manager)));
  }

  /**
   * Adds these and the publisher of the root CA.
   *
   * @param rootCa the certificate authorities that pods may trust, in PEM
   */
  public static void register(Manager manager, String rootCa) {
    register(manager);
    RootCaPublisher.register(manager, rootCa);
  }
}
