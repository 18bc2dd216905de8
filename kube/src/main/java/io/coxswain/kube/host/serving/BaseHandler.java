package io.coxswain.kube.host.serving;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.kube.host.options.HostOptions;
import io.coxswain.kube.host.options.LabelAllowLists;
import io.coxswain.kube.host.shared.Logging;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.metrics.Metrics;
import java.util.Map;
import java.util.SortedMap;

/** The handlers by path; exists with and without a secure port. */
public final class BaseHandler {
  private final Mux mux = new Mux();
  private final HealthChecks healthz;
  private final HealthChecks livez;
  private final HealthChecks readyz;

  public BaseHandler(
      HostOptions options,
      FeatureGates gates,
      Metrics metrics,
      Map<String, ObjectNode> configurations,
      Logging logging,
      LabelAllowLists allowedLabels,
      Env env) {
    Clock clock = env.clock();
    var slis = new SliMetrics(clock);
    healthz = new HealthChecks("/healthz", slis);
    livez = new HealthChecks("/livez", slis);
    readyz = new HealthChecks("/readyz", slis);
    mux.handle("/healthz", healthz::answer);
    mux.handle(
        "/metrics",
        request -> MetricsEndpoint.scrape(metrics, options.metrics.disabled.get(), allowedLabels));
    mux.unlisted("/metrics/slis", slis::answer);
    mux.handle(
        "/configz",
        request ->
            new EndpointResponse(
                200, "application/json", Json.bytes(Json.MAPPER.valueToTree(configurations))));
    var pages = new Zpages(options.sets(), gates, clock, mux::paths);
    if (gates.isOn("ComponentFlagz")) {
      mux.handle("/flagz", pages::flagz);
    }
    if (gates.isOn("ComponentStatusz")) {
      mux.unlisted("/statusz", pages::statusz);
    }
    if (options.generic.profiling.get()) {
      new DebugPages(logging, env).install(mux);
    }
    if (!options.upstreamCompat.get()) {
      mux.unlisted("/livez", livez::answer);
      mux.unlistedPrefix("/livez/", livez::answer);
      mux.unlisted("/readyz", readyz::answer);
      mux.unlistedPrefix("/readyz/", readyz::answer);
    }
  }

  public Mux mux() {
    return mux;
  }

  /** Adds checks to {@code /healthz} and {@code /livez}. */
  public void healthz(SortedMap<String, Check> checks) {
    healthz.add(checks);
    livez.add(checks);
  }

  /** Adds checks to {@code /readyz}. */
  public void readyz(SortedMap<String, Check> checks) {
    readyz.add(checks);
  }

  /** Serves what triggered the reconciles of each controller, below their own debug handlers. */
  public void triggers(Endpoint endpoint) {
    DebugPages.triggers(mux, endpoint);
  }

  /** Serves the debug handlers of controllers. */
  public void debug(Map<String, Endpoint> byController) {
    byController.forEach((name, endpoint) -> DebugPages.controller(mux, name, endpoint));
  }
}
