package io.coxswain.kube.host.controllers;

import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerView;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A controller that was built.
 *
 * @param view what it was registered with
 * @param debug answers below its path of the debug handlers, with the path's beginning taken off
 */
record BuiltController(ManagerView view, Optional<Endpoint> debug) {

  /** One that is registered with the view. */
  static Optional<BuiltController> on(ManagerView view, Consumer<Manager> registration) {
    registration.accept(view);
    return Optional.of(new BuiltController(view, Optional.empty()));
  }
}
