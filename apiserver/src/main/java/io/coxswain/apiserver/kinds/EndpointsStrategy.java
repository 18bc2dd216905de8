package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Endpoints, which are on their way out. */
final class EndpointsStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode endpoints) {
    Defaults.endpoints(endpoints);
  }

  @Override
  public void warn(ObjectNode endpoints, WriteContext context) {
    context
        .warnings()
        .add("v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice");
  }
}
