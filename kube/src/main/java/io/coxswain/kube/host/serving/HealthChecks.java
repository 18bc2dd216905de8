package io.coxswain.kube.host.serving;

import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.health.Health;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Request;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The checks of {@code /healthz}; controllers add theirs when they are built. */
public final class HealthChecks {
  private final Map<String, Check> checks = new ConcurrentSkipListMap<>();
  private final SliMetrics slis;
  private final String path;

  HealthChecks(String path, SliMetrics slis) {
    this.path = path;
    this.slis = slis;
  }

  public void add(SortedMap<String, Check> more) {
    checks.putAll(more);
  }

  /** Handles the path itself and, if enabled, the paths of single checks. */
  EndpointResponse answer(Request request) {
    var observed = new TreeMap<String, Check>();
    checks.forEach((name, check) -> observed.put(name, slis.observing(name, path, check)));
    if (observed.isEmpty()) {
      observed.put("ping", Check.PING);
    }
    return new Health(path, observed).answer(request.path(), request.query());
  }
}
