package io.coxswain.runtime.http;

/** Answers HTTP requests. */
@FunctionalInterface
public interface Handler {
  EndpointResponse handle(Request request);
}
