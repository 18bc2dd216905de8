package io.coxswain.apiserver.kinds.pod;

import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;

/** The rules for probes and lifecycle hooks of a container. */
final class HandlerRules {
  private static final String ONE = "may not specify more than 1 handler type";

  /** The termination grace period of the pod; hooks must not sleep longer. */
  private final long grace;

  HandlerRules(long grace) {
    this.grace = grace;
  }

  void probes(Field container) {
    probe(container.get("livenessProbe"));
    probe(container.get("readinessProbe"));
    probe(container.get("startupProbe"));
  }

  private void probe(Field probe) {
    if (!probe.isSet()) {
      return;
    }
    handler(probe, List.of("exec", "httpGet", "tcpSocket", "grpc"));
    for (String field :
        List.of(
            "initialDelaySeconds",
            "timeoutSeconds",
            "periodSeconds",
            "successThreshold",
            "failureThreshold")) {
      probe.get(field).nonNegative();
    }
    Field own = probe.get("terminationGracePeriodSeconds");
    own.positive();
    if (probe.key().equals("readinessProbe")) {
      if (own.isSet()) {
        own.invalid("must not be set for readinessProbes");
      }
    } else if (probe.get("successThreshold").number() != 1) {
      probe.get("successThreshold").invalid("must be 1");
    }
  }

  void lifecycle(Field lifecycle) {
    for (String hook : List.of("postStart", "preStop")) {
      if (lifecycle.has(hook)) {
        handler(lifecycle.get(hook), List.of("exec", "httpGet", "tcpSocket", "sleep"));
      }
    }
  }

  private void handler(Field parent, List<String> kinds) {
    int found = 0;
    for (String kind : kinds) {
      Field handler = parent.get(kind);
      if (!handler.isSet()) {
        continue;
      }
      if (found++ > 0) {
        handler.forbidden(ONE);
        continue;
      }
      switch (kind) {
        case "exec" -> handler.get("command").isGiven();
        case "httpGet" -> httpGet(handler);
        case "sleep" -> sleep(handler);
        default -> port(handler.get("port"));
      }
    }
    if (found == 0) {
      parent.required("must specify a handler type");
    }
  }

  private static void httpGet(Field http) {
    http.get("path").isGiven();
    port(http.get("port"));
    http.get("scheme").oneOf(List.of("HTTP", "HTTPS"));
    for (Field header : http.get("httpHeaders").items()) {
      http.get("httpHeaders").with(header.text("name")).matches(Formats::httpHeaderName);
    }
  }

  private static void port(Field port) {
    if (port.node().isTextual()) {
      port.matches(Formats::portName);
    } else {
      port.orZero().between(1, 65535);
    }
  }

  private void sleep(Field sleep) {
    long seconds = sleep.get("seconds").number();
    if (seconds < 0 || seconds > grace) {
      sleep
          .with(sleep.get("seconds").orZero().node())
          .invalid(
              "must be non-negative and less than terminationGracePeriodSeconds (" + grace + ")");
    }
  }
}
