package io.coxswain.runtime.http;

/** Answers HTTP requests. */
@FunctionalInterface
public interface Handler {
  Answer handle(Request request);
}
