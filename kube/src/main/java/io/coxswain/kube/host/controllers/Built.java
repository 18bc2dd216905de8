package io.coxswain.kube.host.controllers;

import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.manager.ManagerView;
import java.util.Optional;

/**
 * A controller that was built.
 *
 * @param view what it was registered with
 * @param debug answers below its path of the debug handlers, with the path's beginning taken off
 */
record Built(ManagerView view, Optional<Endpoint> debug) {
  static Optional<Built> of(ManagerView view) {
    return Optional.of(new Built(view, Optional.empty()));
  }
}
