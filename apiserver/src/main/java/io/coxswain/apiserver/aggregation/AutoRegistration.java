package io.coxswain.apiserver.aggregation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.aggregation.GroupVersionPriorities.Priority;
import io.coxswain.apiserver.aggregation.RegistrationPlan.Action;
import io.coxswain.apiserver.aggregation.RegistrationPlan.Known;
import io.coxswain.apiserver.aggregation.RegistrationPlan.Mode;
import io.coxswain.apiserver.aggregation.RegistrationPlan.Wanted;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Commit;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.SortedTree;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an APIService for each group version that this server serves itself: those of built-in
 * groups when it starts, those of CRDs in the request that changes a CRD, and whatever another
 * change of an APIService requires soon after it. A CRD is parsed once for each of its states. Two
 * runs may overlap: the later write of the same gets a conflict.
 */
public final class AutoRegistration implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AutoRegistration.class);
  private static final String CRDS = "customresourcedefinitions.apiextensions.k8s.io";
  private static final String PATH = "/apis/apiregistration.k8s.io/v1/apiservices";

  /** CRDs come after the built-in groups; their versions are ordered by name alone. */
  private static final Priority OF_CRDS = new Priority(1000, 100);

  private final KindRegistry kinds;
  private final Supplier<Snapshot> head;
  private final Function<ApiRequest, ApiResponse> server;
  private final RepeatedRun runs;
  private volatile IdentityHashMap<Stored, List<Wanted>> parsedCrds = new IdentityHashMap<>();
  private volatile IdentityHashMap<Stored, Known> parsedServices = new IdentityHashMap<>();
  private volatile @Nullable SortedTree<ObjectKey, Stored> seenCrds;
  private volatile @Nullable SortedTree<ObjectKey, Stored> seenServices;

  /**
   * @param server handles requests of the server itself
   */
  public AutoRegistration(
      Env env,
      KindRegistry kinds,
      Supplier<Snapshot> head,
      Function<ApiRequest, ApiResponse> server) {
    this.runs =
        new RepeatedRun(
            env, () -> apply(false) ? RepeatedRun.Result.DONE : RepeatedRun.Result.FAILED);
    this.kinds = kinds;
    this.head = head;
    this.server = server;
  }

  /** Notes a commit of any object. */
  public void noted(Commit commit) {
    if (commit.collection().equals(CRDS) || commit.collection().equals(Aggregation.COLLECTION)) {
      runs.request();
    }
  }

  /** Writes what is missing or left over from an earlier run; before the server has callers. */
  public void begin() {
    if (!apply(true)) {
      runs.retry();
    }
  }

  /** Writes at once what a commit has caused, so that the state after it has all APIServices. */
  public void catchUp() {
    if (!apply(false)) {
      runs.retry();
    }
  }

  /** Takes the present state for one that has all APIServices, as that of an image does. */
  public void skipPresent() {
    Snapshot snapshot = head.get();
    seenCrds = snapshot.collection(CRDS);
    seenServices = snapshot.collection(Aggregation.COLLECTION);
  }

  /** Makes the APIServices what they should be; returns whether all writes succeeded. */
  private boolean apply(boolean starting) {
    Snapshot snapshot = head.get();
    var crds = snapshot.collection(CRDS);
    var services = snapshot.collection(Aggregation.COLLECTION);
    if (crds == seenCrds && services == seenServices) {
      return true;
    }
    boolean done = true;
    for (Action action : RegistrationPlan.of(wanted(crds), known(services), starting)) {
      if (runs.isClosed()) {
        return true;
      }
      done &= write(action, snapshot);
    }
    seenCrds = done ? crds : null;
    seenServices = done ? services : null;
    return done;
  }

  private SortedMap<String, Wanted> wanted(SortedTree<ObjectKey, Stored> crds) {
    var wanted = new TreeMap<String, Wanted>();
    for (ServedKind kind : kinds.builtIn()) {
      String group = kind.type().group();
      String version = kind.type().version();
      Priority priority = GroupVersionPriorities.of(group, version);
      if (priority != null) {
        add(wanted, wanted(group, version, priority, Mode.ON_START));
      }
    }
    IdentityHashMap<Stored, List<Wanted>> before = parsedCrds;
    var parsed = new IdentityHashMap<Stored, List<Wanted>>();
    for (Stored crd : crds.values()) {
      List<Wanted> versions = before.get(crd);
      if (versions == null) {
        versions = served(crd);
      }
      parsed.put(crd, versions);
      versions.forEach(one -> add(wanted, one));
    }
    parsedCrds = parsed;
    return wanted;
  }

  private static void add(Map<String, Wanted> all, Wanted one) {
    all.put(one.name(), one);
  }

  private static Wanted wanted(String group, String version, Priority priority, Mode mode) {
    return new Wanted(group, version, priority.group(), priority.version(), mode);
  }

  private static List<Wanted> served(Stored crd) {
    JsonNode spec = crd.tree().path("spec");
    List<Wanted> served = new ArrayList<>();
    for (JsonNode version : spec.path("versions")) {
      if (version.path("served").asBoolean()) {
        served.add(
            wanted(
                spec.path("group").asText(), version.path("name").asText(), OF_CRDS, Mode.ALWAYS));
      }
    }
    return served;
  }

  private SortedMap<String, Known> known(SortedTree<ObjectKey, Stored> services) {
    IdentityHashMap<Stored, Known> before = parsedServices;
    var parsed = new IdentityHashMap<Stored, Known>();
    var known = new TreeMap<String, Known>();
    for (Stored service : services.values()) {
      Known one = before.get(service);
      if (one == null) {
        Mode mode = Mode.of(service.labels().get(RegistrationPlan.LABEL));
        one = new Known(mode, service.tree().path("spec"));
      }
      parsed.put(service, one);
      known.put(service.key().name(), one);
    }
    parsedServices = parsed;
    return known;
  }

  /** Returns false if the write has to be repeated. */
  private boolean write(Action action, Snapshot snapshot) {
    Stored stored = snapshot.find(Aggregation.COLLECTION, ObjectKey.of(action.name()));
    ApiRequest request =
        switch (action) {
          case Action.Create create ->
              ApiRequest.of("POST", PATH)
                  .body("application/json", Json.bytes(create.wanted().object()));
          case Action.Update update -> {
            ObjectNode object = stored == null ? update.wanted().object() : stored.tree();
            object.set("spec", update.wanted().spec());
            yield ApiRequest.of("PUT", PATH + "/" + action.name())
                .body("application/json", Json.bytes(object));
          }
          case Action.Delete delete ->
              ApiRequest.of("DELETE", PATH + "/" + delete.name())
                  .body("application/json", Json.bytes(onlyIf(stored)));
        };
    ApiResponse response = server.apply(request.header("user-agent", "kube-apiserver"));
    // After a conflict another commit of the same APIService follows, which starts this again.
    if (response.ok() || response.status() == 404 || response.status() == 409) {
      return true;
    }
    if (!runs.isClosed()) {
      log.warn(
          "failed to register an API, will retry: apiService={} code={}",
          action.name(),
          response.status());
    }
    return false;
  }

  private static ObjectNode onlyIf(@Nullable Stored stored) {
    ObjectNode options = Json.MAPPER.createObjectNode();
    options.put("apiVersion", "v1").put("kind", "DeleteOptions");
    if (stored != null) {
      options.putObject("preconditions").put("uid", stored.uid());
    }
    return options;
  }

  @Override
  public void close() {
    runs.close();
  }
}
