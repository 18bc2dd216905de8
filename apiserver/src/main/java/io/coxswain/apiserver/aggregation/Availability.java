package io.coxswain.apiserver.aggregation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.GoQuote;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.webhook.ServiceReference;
import io.coxswain.apiserver.discovery.ForeignApi;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Commit;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the servers of APIServices after a change of an APIService, a service or its endpoints,
 * and every 30 seconds; sooner after a failure. Reports the condition {@code Available}. Without
 * APIServices that name a service it does nothing.
 */
public final class Availability implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Availability.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final String SLICES = "endpointslices.discovery.k8s.io";
  private static final Set<String> TRIGGERS = Set.of(Aggregation.COLLECTION, "services", SLICES);
  private static final String OPEN_API = "/openapi/v3";
  private static final int MAX_PATH = 2048;
  private static final String PATH = "/apis/apiregistration.k8s.io/v1/apiservices/";

  private final Env env;
  private final Aggregation aggregation;
  private final Supplier<Snapshot> head;
  private final Function<ApiRequest, ApiResponse> server;
  private final Map<String, Served> resources = new ConcurrentHashMap<>();
  private final Gauge unavailable;
  private final RepeatedRun runs;

  /**
   * What a server serves.
   *
   * @param resources the entries of its APIResourceList
   * @param openApi the path of its OpenAPI v3 document; empty if it lists none
   */
  private record Served(JsonNode resources, String openApi) {}

  /** The outcome of a check. */
  private record Condition(boolean available, String reason, String message) {}

  /**
   * @param server handles requests of the server itself
   */
  public Availability(
      Env env,
      Aggregation aggregation,
      Supplier<Snapshot> head,
      Function<ApiRequest, ApiResponse> server,
      PrometheusRegistry registry) {
    this.env = env;
    this.runs = new RepeatedRun(env, this::run);
    this.aggregation = aggregation;
    this.head = head;
    this.server = server;
    this.unavailable =
        Gauge.builder()
            .name("aggregator_unavailable_apiservice")
            .help("APIServices which are marked as unavailable.")
            .labelNames("name")
            .withoutExemplars()
            .register(registry);
  }

  /** Notes a commit of any object. */
  public void noted(Commit commit) {
    if (!TRIGGERS.contains(commit.collection())) {
      return;
    }
    boolean about =
        commit.collection().equals(Aggregation.COLLECTION)
            && (isServiceBacked(commit.after()) || isServiceBacked(commit.before()));
    if (about || !aggregation.all(head.get()).isEmpty()) {
      runs.request();
    }
  }

  private static boolean isServiceBacked(@Nullable Stored stored) {
    return stored != null && ServiceBacked.is(stored.tree());
  }

  /** Checks what was stored before this server started. */
  public void begin() {
    if (!aggregation.all(head.get()).isEmpty()) {
      runs.request();
    }
  }

  private RepeatedRun.Result run() {
    if (check()) {
      return RepeatedRun.Result.FAILED;
    }
    return aggregation.all(head.get()).isEmpty()
        ? RepeatedRun.Result.DONE
        : RepeatedRun.Result.PERIODIC;
  }

  /** Checks all; returns whether one is unavailable. */
  private boolean check() {
    Snapshot snapshot = head.get();
    var all = aggregation.all(snapshot);
    boolean failed = false;
    for (Stored stored : snapshot.collection(Aggregation.COLLECTION).values()) {
      JsonNode tree = stored.tree();
      if (!ServiceBacked.is(tree)) {
        if (tree.at("/status/conditions").isEmpty()) {
          report(
              stored, tree, new Condition(true, "Local", "Local APIServices are always available"));
        }
        resources.remove(stored.key().name());
        continue;
      }
      ServiceBacked api = all.get("/apis/" + path(stored.key().name()));
      if (api == null) {
        continue;
      }
      Condition condition = check(api, snapshot);
      failed |= !condition.available;
      unavailable.labelValues(api.name()).set(condition.available ? 0 : 1);
      report(stored, tree, condition);
    }
    for (String name : List.copyOf(resources.keySet())) {
      if (snapshot.find(Aggregation.COLLECTION, ObjectKey.of(name)) == null) {
        resources.remove(name);
        unavailable.remove(name);
      }
    }
    return failed;
  }

  private static String path(String name) {
    int dot = name.indexOf('.');
    return name.substring(dot + 1) + "/" + name.substring(0, Math.max(dot, 0));
  }

  private Condition check(ServiceBacked api, Snapshot snapshot) {
    ServiceReference wanted = api.service();
    String service = "service/" + wanted.name() + " in " + GoQuote.of(wanted.namespace());
    Stored stored = snapshot.find("services", ObjectKey.of(wanted.namespace(), wanted.name()));
    if (stored == null) {
      return new Condition(false, "ServiceNotFound", service + " is not present");
    }
    JsonNode tree = stored.tree();
    if (tree.at("/spec/type").asText().equals("ClusterIP")) {
      JsonNode port = port(tree, wanted.port());
      if (port.isMissingNode()) {
        return new Condition(
            false, "ServicePortError", service + " is not listening on port " + wanted.port());
      }
      List<JsonNode> slices = slices(snapshot, wanted);
      if (slices.isEmpty()) {
        return new Condition(
            false, "EndpointsNotFound", "cannot find endpointslices for " + service);
      }
      String name = Meta.text(port, "/name");
      if (slices.stream().noneMatch(slice -> isReady(slice, name))) {
        return new Condition(
            false,
            "MissingEndpoints",
            "endpointslices for "
                + service
                + " have no addresses with port name "
                + GoQuote.of(name));
      }
    }
    return discover(api);
  }

  private static JsonNode port(JsonNode service, int number) {
    for (JsonNode port : service.at("/spec/ports")) {
      if (port.path("port").asInt() == number) {
        return port;
      }
    }
    return MissingNode.getInstance();
  }

  private static List<JsonNode> slices(Snapshot snapshot, ServiceReference service) {
    List<JsonNode> found = new ArrayList<>();
    for (Stored slice :
        snapshot.collection(SLICES).valuesFrom(ObjectKey.of(service.namespace(), ""))) {
      if (!slice.key().namespace().equals(service.namespace())) {
        break;
      }
      if (service.name().equals(slice.labels().get("kubernetes.io/service-name"))) {
        found.add(slice.tree());
      }
    }
    return found;
  }

  private static boolean isReady(JsonNode slice, String portName) {
    boolean ready = false;
    for (JsonNode endpoint : slice.path("endpoints")) {
      ready |= endpoint.at("/conditions/ready").asBoolean(true);
    }
    for (JsonNode port : slice.path("ports")) {
      if (ready && Meta.text(port, "/name").equals(portName) && port.has("port")) {
        return true;
      }
    }
    return false;
  }

  /** Whether the server responds to discovery; what it serves is remembered. */
  private Condition discover(ServiceBacked api) {
    BackendTransport transport = aggregation.transport();
    String why = "connections are not supported in this environment";
    if (transport != null) {
      try {
        ApiResponse response =
            transport.call(
                ApiRequest.get(api.path()).header("accept", "application/json"),
                aggregation.backend(api, api.path(), api.unverified(Aggregation.ownHeaders())),
                TIMEOUT);
        if (response.ok()) {
          JsonNode list = Json.tree(response.body()).path("resources");
          resources.put(api.name(), new Served(list, openApi(transport, api)));
          return new Condition(true, "Passed", "all checks passed");
        }
        why = "bad status from " + address(api) + ": " + response.status();
      } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
        why = "failing or missing response from " + address(api) + ": " + e.getMessage();
      }
    }
    return new Condition(false, "FailedDiscoveryCheck", why);
  }

  /** Where the server has the OpenAPI v3 document of the group version; empty if nowhere. */
  private String openApi(BackendTransport transport, ServiceBacked api) {
    try {
      ApiResponse response =
          transport.call(
              ApiRequest.get(OPEN_API).header("accept", "application/json"),
              aggregation.backend(api, OPEN_API, api.unverified(Aggregation.ownHeaders())),
              TIMEOUT);
      String group = "apis/" + api.group() + "/" + api.version();
      String path =
          response.ok()
              ? Json.tree(response.body())
                  .path("paths")
                  .path(group)
                  .path("serverRelativeURL")
                  .asText()
              : "";
      // A path elsewhere would lead clients to a document of another server.
      boolean own = path.split("\\?", 2)[0].equals(OPEN_API + "/" + group);
      return own && path.length() <= MAX_PATH ? path : "";
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      return "";
    }
  }

  private static String address(ServiceBacked api) {
    return "https://" + api.service().host() + ":" + api.service().port() + api.path();
  }

  private void report(Stored stored, JsonNode tree, Condition condition) {
    String status = condition.available ? "True" : "False";
    String since = Meta.time(env.clock().now());
    for (JsonNode known : tree.at("/status/conditions")) {
      if (known.path("type").asText().equals("Available")
          && known.path("status").asText().equals(status)) {
        if (known.path("reason").asText().equals(condition.reason)
            && known.path("message").asText().equals(condition.message)) {
          return;
        }
        since = known.path("lastTransitionTime").asText(since);
      }
    }
    ObjectNode patch = Json.MAPPER.createObjectNode();
    patch.putObject("metadata").put("uid", stored.uid());
    patch
        .putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", "Available")
        .put("status", status)
        .put("lastTransitionTime", since)
        .put("reason", condition.reason)
        .put("message", condition.message);
    log.info(
        "changing APIService availability: name={} newStatus={} reason={}",
        stored.key().name(),
        status,
        condition.reason);
    ApiResponse response =
        server.apply(
            ApiRequest.of("PATCH", PATH + stored.key().name() + "/status")
                .header("user-agent", "kube-aggregator")
                .body("application/merge-patch+json", Json.bytes(patch)));
    if (!response.ok() && response.status() != 404 && response.status() != 409) {
      log.warn(
          "failed to update the status of an APIService: name={} code={}",
          stored.key().name(),
          response.status());
    }
  }

  /** What the servers serve, for discovery. */
  public List<ForeignApi> foreign(Snapshot snapshot) {
    var all = aggregation.all(snapshot);
    if (all.isEmpty()) {
      return List.of();
    }
    List<ForeignApi> apis = new ArrayList<>();
    for (ServiceBacked api : all.values()) {
      Served known = resources.get(api.name());
      if (known != null || api.available()) {
        apis.add(
            new ForeignApi(
                api.group(),
                api.version(),
                api.groupPriority(),
                api.versionPriority(),
                known == null ? MissingNode.getInstance() : known.resources(),
                known == null ? "" : known.openApi(),
                api.available()));
      }
    }
    return apis;
  }

  @Override
  public void close() {
    runs.close();
  }
}
