package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import io.coxswain.kube.host.shared.HostException;
import java.util.Optional;

/** Builds a controller. */
@FunctionalInterface
interface Constructor {
  /**
   * Returns the controller, registered but not running; empty if it does not apply with the current
   * settings.
   *
   * @throws HostException if the program cannot start
   */
  Optional<BuiltController> build(ControllerContext context)
      throws HostException, ApiException, CancelledException;
}
