package io.coxswain.console.controllers;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Http;
import io.coxswain.runtime.http.EndpointResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A manager whose controllers are shown.
 *
 * @param source where its metrics come from, for people
 * @param lease of its leader; without a name if unknown
 * @param metrics in the Prometheus text format
 * @param triggers responds to paths below {@code /debug/controllers}
 */
public record MonitoredProgram(
    String name,
    String source,
    ObjectKey lease,
    Metrics metrics,
    Function<String, EndpointResponse> triggers) {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int MAX_LENGTH = 16 << 20;
  private static final EndpointResponse NO_TRIGGERS =
      EndpointResponse.text(
          404, "this program does not report here what triggers its reconciles\n");

  /** Reads metrics. */
  @FunctionalInterface
  public interface Metrics {
    byte[] scrape() throws IOException;
  }

  /** A manager in this process. */
  public static MonitoredProgram of(String name, ObjectKey lease, Supplier<byte[]> metrics) {
    return new MonitoredProgram(name, "embedded", lease, metrics::get, _ -> NO_TRIGGERS);
  }

  /**
   * A manager that serves its metrics at the address, and at the same port what triggers
   * reconciles, if it does.
   */
  public static MonitoredProgram at(String name, URI address, Http http) {
    return new MonitoredProgram(
        name,
        address.toString(),
        ObjectKey.of(""),
        () -> {
          EndpointResponse page = page(http, address);
          if (page.status() != 200) {
            throw new IOException("status " + page.status());
          }
          return page.body();
        },
        path -> triggers(http, address, path));
  }

  private static EndpointResponse triggers(Http http, URI address, String path) {
    try {
      URI page = new URI(address.getScheme(), address.getAuthority(), path, null, null);
      boolean leaves = !page.normalize().getPath().equals(path);
      return leaves ? EndpointResponse.NOT_FOUND : page(http, page);
    } catch (IOException | URISyntaxException e) {
      return EndpointResponse.text(404, e.getMessage() + "\n");
    }
  }

  private static EndpointResponse page(Http http, URI address) throws IOException {
    try (Http.Answer answer = http.open(Http.Request.get(address, TIMEOUT, MAX_LENGTH))) {
      return EndpointResponse.text(
          answer.status(), new String(answer.body().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** The same program without what triggers reconciles, which names objects. */
  public MonitoredProgram withoutTriggers() {
    return withTriggers(_ -> NO_TRIGGERS);
  }

  /** The same program, which also reports what triggers reconciles. */
  public MonitoredProgram withTriggers(Function<String, EndpointResponse> endpoint) {
    return new MonitoredProgram(name, source, lease, metrics, endpoint);
  }
}
