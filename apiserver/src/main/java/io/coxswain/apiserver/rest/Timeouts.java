package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.error.StatusException;
import io.coxswain.env.ApiRequest;
import java.util.List;

/** The {@code timeout} parameter, which is validated but has no effect: no request takes long. */
final class Timeouts {
  private static final List<String> UNITS = List.of("ns", "us", "µs", "μs", "ms", "s", "m", "h");

  /** Subresources whose requests last as long as the caller wants. */
  private static final List<String> LONG_RUNNING =
      List.of("attach", "exec", "log", "portforward", "proxy");

  private Timeouts() {}

  static void check(RequestInfo info, ApiRequest request) {
    String timeout = request.query("timeout");
    boolean longRunning =
        info.verb().equals("watch") || LONG_RUNNING.contains(info.subresource().split("/", 2)[0]);
    if (timeout == null || timeout.isEmpty() || longRunning) {
      return;
    }
    String problem = problem(timeout);
    if (!problem.isEmpty()) {
      throw StatusException.badRequest(
          "invalid timeout specified in the request URL - time: "
              + problem
              + " \""
              + timeout
              + "\"");
    }
  }

  /** The error of a duration, in Go's words; empty if there is none. */
  private static String problem(String text) {
    int at = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    if (text.substring(at).equals("0")) {
      return "";
    }
    if (at == text.length()) {
      return "invalid duration";
    }
    while (at < text.length()) {
      int whole = digits(text, at);
      int end =
          whole < text.length() && text.charAt(whole) == '.' ? digits(text, whole + 1) : whole;
      boolean hasDigits = whole > at || end > whole + 1;
      if (!hasDigits) {
        return "invalid duration";
      }
      int unit = end;
      while (unit < text.length() && ".0123456789".indexOf(text.charAt(unit)) < 0) {
        unit++;
      }
      if (unit == end) {
        return "missing unit in duration";
      }
      String name = text.substring(end, unit);
      if (!UNITS.contains(name)) {
        return "unknown unit \"" + name + "\" in duration";
      }
      at = unit;
    }
    return "";
  }

  private static int digits(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }
}
