package io.coxswain.runtime.webhook;

import io.coxswain.runtime.http.EndpointResponse;

/** Handles the requests on one path. Never throws. */
@FunctionalInterface
interface Hook {
  EndpointResponse answer(String contentType, byte[] body);
}
