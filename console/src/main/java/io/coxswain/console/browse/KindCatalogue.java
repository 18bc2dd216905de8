package io.coxswain.console.browse;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.console.model.ApiClient;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.manager.Manager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The kinds that the API server serves, and which of them the user may list. Asks the API server at
 * most once a minute. Thread-safe.
 */
public final class KindCatalogue {
  private static final Duration AGE = Duration.ofMinutes(1);
  private static final int MAX_NAMESPACES = 16;

  private final Env env;
  private final ApiClient client;
  private final Reader reader;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Listing> byNamespace =
      new LinkedHashMap<>() {
        @java.io.Serial private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Listing> eldest) {
          return size() > MAX_NAMESPACES;
        }
      };

  private @Nullable List<Reader.Served> served;
  private long servedAt;

  private record Listing(ObjectNode document, long at) {}

  public KindCatalogue(Env env, ApiTransport transport) {
    this.env = env;
    this.client = new ApiClient(transport);
    this.reader = Manager.builder(env.withApi(transport)).build().client().live();
  }

  /** All kinds that can be listed, in their preferred versions. */
  public List<Reader.Served> all() throws ApiException, CancelledException {
    lock.lock();
    try {
      List<Reader.Served> known = served;
      if (known != null && isFresh(servedAt)) {
        return known;
      }
    } finally {
      lock.unlock();
    }
    var found = new ArrayList<Reader.Served>();
    for (Reader.Served each : reader.discover()) {
      if (each.verbs().contains("list") && each.verbs().contains("get")) {
        found.add(each);
      }
    }
    found.sort(
        Comparator.comparing((Reader.Served each) -> each.type().group())
            .thenComparing(each -> each.type().plural()));
    lock.lock();
    try {
      served = List.copyOf(found);
      servedAt = env.clock().nanos();
      return served;
    } finally {
      lock.unlock();
    }
  }

  private boolean isFresh(long at) {
    return env.clock().nanos() - at < AGE.toNanos();
  }

  /** Whether the kind is installed; true if that cannot be found out. */
  public boolean has(ResourceType wanted) throws CancelledException {
    try {
      return all().stream()
          .map(Reader.Served::type)
          .anyMatch(
              type -> type.group().equals(wanted.group()) && type.plural().equals(wanted.plural()));
    } catch (ApiException e) {
      return true;
    }
  }

  /** The type of a kind in any version, such as that of an owner. */
  public Optional<ResourceType> find(String apiVersion, String kind)
      throws ApiException, CancelledException {
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return all().stream()
        .map(Reader.Served::type)
        .filter(type -> type.group().equals(group) && type.kind().equals(kind))
        .findFirst();
  }

  /**
   * The kinds with whether the user may list them.
   *
   * @param namespace empty for all namespaces
   */
  public ObjectNode describe(String namespace) throws ApiException, CancelledException {
    lock.lock();
    try {
      Listing known = byNamespace.get(namespace);
      if (known != null && isFresh(known.at)) {
        return known.document;
      }
    } finally {
      lock.unlock();
    }
    ObjectNode document = Json.NODES.objectNode();
    ArrayNode kinds = document.putArray("kinds");
    for (Reader.Served each : all()) {
      ResourceType type = each.type();
      ObjectNode entry = kinds.addObject();
      entry.put("group", type.group()).put("version", type.version());
      entry.put("plural", type.plural()).put("kind", type.kind());
      entry.put("namespaced", type.namespaced());
      ArrayNode verbs = entry.putArray("verbs");
      each.verbs().forEach(verbs::add);
      entry.put("allowed", mayList(type, namespace));
    }
    lock.lock();
    try {
      byNamespace.put(namespace, new Listing(document, env.clock().nanos()));
    } finally {
      lock.unlock();
    }
    return document;
  }

  private boolean mayList(ResourceType type, String namespace)
      throws ApiException, CancelledException {
    ObjectNode review = Json.NODES.objectNode();
    review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SelfSubjectAccessReview");
    ObjectNode asked = review.putObject("spec").putObject("resourceAttributes");
    asked.put("verb", "list").put("group", type.group()).put("resource", type.plural());
    if (type.namespaced() && !namespace.isEmpty()) {
      asked.put("namespace", namespace);
    }
    byte[] answer =
        client
            .call(
                ApiRequest.of("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews")
                    .body("application/json", Json.bytes(review)))
            .body();
    return Json.tree(answer).path("status").path("allowed").asBoolean();
  }
}
