package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import io.coxswain.kube.host.shared.HostException;
import java.util.Optional;

/** Builds a controller. */
@FunctionalInterface
interface Constructor {
  /**
   * The controller, wired but not running; empty when it does not apply as things are.
   *
   * @throws HostException for what keeps the whole program from starting
   */
  Optional<BuiltController> build(ControllerContext context)
      throws HostException, ApiException, CancelledException;
}
