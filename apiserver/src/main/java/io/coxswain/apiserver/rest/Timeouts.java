package io.coxswain.apiserver.rest;

import io.coxswain.cel.formats.FixedPattern;
import io.coxswain.env.ApiRequest;

/** The {@code timeout} parameter, which is read but does not matter: nothing here takes long. */
final class Timeouts {
  private static final FixedPattern DURATION =
      FixedPattern.of("[-+]?(0|([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|ms|s|m|h))+");

  private Timeouts() {}

  static void check(ApiRequest request) {
    String timeout = request.query("timeout");
    if (timeout != null && !timeout.isEmpty() && !DURATION.matches(timeout)) {
      throw StatusException.badRequest(
          "invalid timeout specified in the request URL - time: invalid duration \""
              + timeout
              + "\"");
    }
  }
}
