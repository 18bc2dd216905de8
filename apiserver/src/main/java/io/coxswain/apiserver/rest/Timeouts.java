package io.coxswain.apiserver.rest;

import io.coxswain.env.ApiRequest;
import java.util.regex.Pattern;

/** The {@code timeout} parameter, which is read but does not matter: nothing here takes long. */
final class Timeouts {
  private static final Pattern DURATION =
      Pattern.compile("[-+]?(0|([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|ms|s|m|h))+");

  private Timeouts() {}

  static void check(ApiRequest request) {
    String timeout = request.query("timeout");
    if (timeout != null && !timeout.isEmpty() && !DURATION.matcher(timeout).matches()) {
      throw StatusException.badRequest(
          "invalid timeout specified in the request URL - time: invalid duration \""
              + timeout
              + "\"");
    }
  }
}
