package io.coxswain.apiserver;

import io.coxswain.api.GoQuote;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The named checks behind {@code /healthz}, {@code /livez} and {@code /readyz}, in the order in
 * which they were added. The owner of a component adds a check for it. Thread-safe.
 */
public final class HealthChecks {
  private static final Logger log = LoggerFactory.getLogger(HealthChecks.class);
  private static final int MAX_CHECKS = 100;

  /** A path that shows the result of checks. */
  public enum Probe {
    HEALTHZ,
    LIVEZ,
    READYZ;

    /** The first segment of its path. */
    String path() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Decides whether one part of the server is healthy. Runs per request, so it must not block. */
  @FunctionalInterface
  public interface Check {
    /** The reason why the check fails; empty if it passes. */
    Optional<String> failure();
  }

  private record Named(String name, Set<Probe> probes, Check check) {
    Optional<String> failure() {
      try {
        return check.failure();
      } catch (RuntimeException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }
  }

  private final List<Named> checks = new CopyOnWriteArrayList<>();

  /** Adds a check to every probe. */
  public void add(String name, Check check) {
    add(name, EnumSet.allOf(Probe.class), check);
  }

  /**
   * Adds a check.
   *
   * @param name may contain slashes; it is the path of the check below that of the probe
   * @throws IllegalArgumentException if a check with this name exists
   */
  public synchronized void add(String name, Set<Probe> probes, Check check) {
    if (checks.stream().anyMatch(known -> known.name.equals(name))) {
      throw new IllegalArgumentException("health check " + name + " exists already");
    }
    if (checks.size() == MAX_CHECKS) {
      throw new IllegalStateException("more than " + MAX_CHECKS + " health checks");
    }
    checks.add(new Named(name, Collections.unmodifiableSet(EnumSet.copyOf(probes)), check));
  }

  /** The paths of the probes and of each check. */
  List<String> paths() {
    var paths = new ArrayList<String>();
    for (Probe probe : Probe.values()) {
      paths.add("/" + probe.path());
      of(probe).forEach(check -> paths.add("/" + probe.path() + "/" + check.name));
    }
    return paths;
  }

  private List<Named> of(Probe probe) {
    return checks.stream().filter(check -> check.probes.contains(probe)).toList();
  }

  /** The response to a request for a probe or one of its checks; empty for any other path. */
  Optional<ApiResponse> respond(ApiRequest request) {
    for (Probe probe : Probe.values()) {
      String path = "/" + probe.path();
      if (request.path().equals(path)) {
        return Optional.of(all(probe, request));
      }
      if (request.path().startsWith(path + "/")) {
        String name = request.path().substring(path.length() + 1);
        return of(probe).stream()
            .filter(check -> check.name.equals(name))
            .findFirst()
            .map(HealthChecks::one);
      }
    }
    return Optional.empty();
  }

  private static ApiResponse one(Named check) {
    return check
        .failure()
        .map(reason -> text(500, "internal server error: " + reason + "\n"))
        .orElseGet(() -> Responses.text(200, "ok"));
  }

  private ApiResponse all(Probe probe, ApiRequest request) {
    var excluded = new TreeSet<String>();
    for (var parameter : request.query()) {
      if (parameter.name().equals("exclude")) {
        excluded.add(parameter.value());
      }
    }
    var unknown = new TreeSet<>(excluded);
    var failures = new TreeMap<String, String>();
    var lines = new StringBuilder();
    for (Named check : of(probe)) {
      if (excluded.contains(check.name)) {
        unknown.remove(check.name);
        lines.append("[+]").append(check.name).append(" excluded: ok\n");
        continue;
      }
      Optional<String> failure = check.failure();
      failure.ifPresent(reason -> failures.put(check.name, reason));
      // The probes are public, so the reason is shown only by the path of the check itself.
      lines
          .append(failure.isEmpty() ? "[+]" : "[-]")
          .append(check.name)
          .append(failure.isEmpty() ? " ok\n" : " failed: reason withheld\n");
    }
    if (!unknown.isEmpty()) {
      lines
          .append("warn: some health checks cannot be excluded: no matches for ")
          .append(unknown.stream().map(GoQuote::of).collect(Collectors.joining(",")))
          .append('\n');
    }
    if (!failures.isEmpty()) {
      log.warn("health check failed probe={} failures={}", probe.path(), failures);
      return text(500, lines + probe.path() + " check failed\n");
    }
    boolean verbose = request.query("verbose") != null;
    return text(200, verbose ? lines + probe.path() + " check passed\n" : "ok");
  }

  private static ApiResponse text(int status, String text) {
    return Responses.unsniffed(Responses.text(status, text));
  }
}
