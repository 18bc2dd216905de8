package io.coxswain.kube.host.serving;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.Clock;
import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.kube.host.gates.Version;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSets;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Request;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** {@code /flagz} and {@code /statusz}: flags and status of the program. */
final class Zpages {
  private static final String COMPONENT = "kube-controller-manager";
  private static final String WARNING =
      "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility"
          + " guarantees and is for debugging purposes only.\n";
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss 'UTC' uuuu", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final FlagSets flags;
  private final FeatureGates gates;
  private final Clock clock;
  private final Instant started;
  private final Supplier<List<String>> paths;

  Zpages(FlagSets flags, FeatureGates gates, Clock clock, Supplier<List<String>> paths) {
    this.flags = flags;
    this.gates = gates;
    this.clock = clock;
    this.started = clock.now();
    this.paths = paths;
  }

  EndpointResponse flagz(Request request) {
    if (wantsJson(request)) {
      ObjectNode page = page("Flagz");
      ObjectNode values = page.putObject("flags");
      flags.flags().forEach(flag -> values.put(flag.name(), flag.text()));
      return json(page);
    }
    var text = new StringBuilder("\n" + COMPONENT + " flagz\n" + WARNING);
    for (Flag<?> flag : flags.flags()) {
      text.append(flag.name()).append('=').append(flag.text()).append('\n');
    }
    return EndpointResponse.text(200, text.toString());
  }

  EndpointResponse statusz(Request request) {
    Duration up = Duration.between(started, clock.now());
    if (wantsJson(request)) {
      ObjectNode page = page("Statusz");
      page.put("startTime", started.truncatedTo(ChronoUnit.SECONDS).toString());
      page.put("uptimeSeconds", up.toSeconds());
      page.put("goVersion", "java" + Runtime.version().feature());
      page.put("binaryVersion", Version.GIT.substring(1));
      page.put("emulationVersion", gates.emulated().toString());
      page.set("paths", Json.MAPPER.valueToTree(paths.get()));
      return json(page);
    }
    return EndpointResponse.text(
        200,
        "\n%s statusz\n%s\nStarted:  %s\nUp:  %d hr %02d min %02d sec\nGo version:  java%d\n"
                .formatted(
                    COMPONENT,
                    WARNING,
                    DAY.format(started),
                    up.toHours(),
                    up.toMinutesPart(),
                    up.toSecondsPart(),
                    Runtime.version().feature())
            + "Binary version:  %s\nEmulation version:  %s\nPaths:  %s\n"
                .formatted(
                    Version.GIT.substring(1), gates.emulated(), String.join(" ", paths.get())));
  }

  private static boolean wantsJson(Request request) {
    return request.header("accept").startsWith("application/json");
  }

  private static ObjectNode page(String kind) {
    ObjectNode page = Json.MAPPER.createObjectNode();
    page.put("kind", kind).put("apiVersion", "config.k8s.io/v1alpha1");
    page.putObject("metadata").put("name", COMPONENT);
    return page;
  }

  private static EndpointResponse json(ObjectNode page) {
    return new EndpointResponse(200, "application/json", Json.bytes(page));
  }
}
