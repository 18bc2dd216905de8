package io.coxswain.kube.host.controllers;

import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerView;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A controller that has been built.
 *
 * @param view the manager that it was registered with
 * @param debug handles requests below its debug path, with the prefix removed
 */
record BuiltController(ManagerView view, Optional<Endpoint> debug) {

  /** A controller that is registered with the given manager. */
  static Optional<BuiltController> on(ManagerView view, Consumer<Manager> registration) {
    registration.accept(view);
    return Optional.of(new BuiltController(view, Optional.empty()));
  }
}
