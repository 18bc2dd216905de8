package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.error.StatusException;

/** Handles the requests to one subresource, or to a kind whose objects are not stored. */
@FunctionalInterface
interface RequestHandler {
  HandlerResponse handle(Target target);

  /** The same handler, for requests with this verb only. */
  static RequestHandler only(String verb, RequestHandler handler) {
    return target -> {
      if (!target.info().verb().equals(verb)) {
        throw StatusException.methodNotAllowed();
      }
      return handler.handle(target);
    };
  }
}
