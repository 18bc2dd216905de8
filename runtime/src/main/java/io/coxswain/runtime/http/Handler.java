package io.coxswain.runtime.http;

/** Responds to HTTP requests. */
@FunctionalInterface
public interface Handler {
  EndpointResponse handle(Request request);
}
