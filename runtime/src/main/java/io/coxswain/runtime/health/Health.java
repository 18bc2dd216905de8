package io.coxswain.runtime.health;

import io.coxswain.runtime.http.EndpointResponse;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The checks of one endpoint, such as {@code /readyz}, and its response. */
public final class Health {
  private final String path;
  private final TreeMap<String, Check> checks;

  public Health(String path, SortedMap<String, Check> checks) {
    this.path = path;
    this.checks = new TreeMap<>(checks);
  }

  /**
   * The response to a request below this endpoint's path. An endpoint without checks does not
   * exist.
   *
   * @param query values by name, in the order given
   */
  public EndpointResponse answer(String requested, Map<String, List<String>> query) {
    if (checks.isEmpty() || !(requested + "/").startsWith(path + "/")) {
      return EndpointResponse.NOT_FOUND;
    }
    String rest = requested.substring(path.length());
    return rest.isEmpty() || rest.equals("/") ? all(query) : one(rest.substring(1));
  }

  private EndpointResponse one(String name) {
    Check check = checks.get(name);
    if (check == null) {
      return EndpointResponse.NOT_FOUND;
    }
    try {
      check.check();
      return EndpointResponse.text(200, "ok");
    } catch (Exception e) {
      return EndpointResponse.text(500, "internal server error: " + e.getMessage() + "\n");
    }
  }

  private EndpointResponse all(Map<String, List<String>> query) {
    var excluded = new TreeSet<>(query.getOrDefault("exclude", List.of()));
    var lines = new StringBuilder();
    boolean well = true;
    for (Map.Entry<String, Check> entry : checks.entrySet()) {
      String name = entry.getKey();
      if (excluded.remove(name)) {
        lines.append("[+]").append(name).append(" excluded: ok\n");
      } else if (passes(entry.getValue())) {
        lines.append("[+]").append(name).append(" ok\n");
      } else {
        lines.append("[-]").append(name).append(" failed: reason withheld\n");
        well = false;
      }
    }
    if (!excluded.isEmpty()) {
      lines
          .append("warn: some health checks cannot be excluded: no matches for ")
          .append(excluded.stream().map(e -> "\"" + e + "\"").collect(Collectors.joining(", ")))
          .append('\n');
    }
    if (!well) {
      return EndpointResponse.text(500, lines + "healthz check failed\n");
    }
    return EndpointResponse.text(
        200, query.containsKey("verbose") ? lines + "healthz check passed\n" : "ok");
  }

  private static boolean passes(Check check) {
    try {
      check.check();
      return true;
    } catch (Exception e) {
      return false;
    }
  }
}
