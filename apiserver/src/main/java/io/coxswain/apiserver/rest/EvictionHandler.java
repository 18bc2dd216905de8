package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.protobuf.Protobuf;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Clock;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes a pod only if its disruption budget allows one more disruption. */
final class EvictionHandler implements RequestHandler {
  private static final Logger log = LoggerFactory.getLogger(EvictionHandler.class);
  private static final ResourceType EVICTION =
      new ResourceType("policy", "v1", "Eviction", "evictions", true);
  private static final String UNRECOGNIZED =
      "the object provided is unrecognized (must be of type Eviction): ";
  private static final String BUDGETS = "poddisruptionbudgets.policy";
  private static final String ALLOWED = "DisruptionAllowed";
  private static final int MAX_DISRUPTED = 2000;

  /** Upstream uses other names in these errors. */
  private static final ResourceType BUDGET =
      new ResourceType("policy", "v1", "PodDisruptionBudget", "poddisruptionbudget", true);

  private static final User SERVER = new User("system:apiserver", List.of(User.MASTERS));

  private static final ResourceType POD = new ResourceType("", "v1", "Pod", "Pod", true);

  private final Store store;
  private final Clock clock;
  private final ServedKind pods;
  private final ServedKind budgetKind;
  private final Pipeline pipeline;

  /** The generic handlers that an eviction uses. */
  record Pipeline(
      Admission admission, ReadHandler reads, UpdateHandler updates, DeleteHandler deletes) {}

  EvictionHandler(
      Store store, Clock clock, ServedKind pods, ServedKind budgetKind, Pipeline pipeline) {
    this.store = store;
    this.clock = clock;
    this.pods = pods;
    this.budgetKind = budgetKind;
    this.pipeline = pipeline;
  }

  @Override
  public HandlerResponse handle(Target target) {
    ObjectNode eviction = body(target);
    String name = target.info().name();
    if (!Meta.name(eviction).equals(name)) {
      throw StatusException.badRequest("name in URL does not match name in Eviction object");
    }
    pipeline
        .admission()
        .admit(Operation.CREATE, target, EVICTION, eviction, MissingNode.getInstance());
    DeleteOptions asked = DeleteOptions.ofBody(eviction.path("deleteOptions"));
    boolean dry = target.dryRun() || !asked.dryRun().isEmpty();
    JsonNode pod = pipeline.reads().get(target).tree();
    String phase = Meta.text(pod, "/status/phase");
    boolean free = List.of("Succeeded", "Failed", "Pending").contains(phase) || Meta.deleting(pod);
    if (!free) {
      spendBudget(target, pod, dry);
    }
    DeleteOptions options = asked.dry(dry);
    if (!dry) {
      Stored marked = disrupted(target, asked);
      if (asked.resourceVersion() != null) {
        options = options.at(Long.toString(marked.revision()));
      }
    }
    var _ = pipeline.deletes().delete(target, target.key(), options);
    return BindingHandler.success(target);
  }

  /** Both versions of the kind are accepted, and an empty body too. */
  private static ObjectNode body(Target target) {
    if (!Body.mediaType(target.request()).equals(Protobuf.MEDIA_TYPE)) {
      JsonNode tree = Body.tree(target.request(), UNRECOGNIZED, false);
      if (tree.path("apiVersion").asText("").equals("policy/v1beta1")
          && tree instanceof ObjectNode old) {
        return old;
      }
    }
    return Body.object(target.request(), EVICTION, false);
  }

  private void spendBudget(Target target, JsonNode pod, boolean dry) {
    List<Stored> covering = covering(pod);
    if (covering.size() > 1) {
      throw StatusException.unclassified(
          "This pod has more than one PodDisruptionBudget, which the eviction subresource does"
              + " not support.");
    }
    if (covering.isEmpty()) {
      return;
    }
    ObjectNode budget = covering.getFirst().tree();
    if (!isReady(pod) && mayGoUnready(budget)) {
      return;
    }
    check(budget);
    if (!dry) {
      var _ =
          pipeline
              .updates()
              .updateExisting(
                  asServer(target, budget),
                  now -> spent(now, Meta.name(pod)),
                  UpdateHandler.Owners.TRACK);
    }
  }

  /** The server updates budgets under its own name. */
  private Target asServer(Target target, ObjectNode budget) {
    String path =
        "/apis/policy/v1/namespaces/"
            + Meta.namespace(budget)
            + "/poddisruptionbudgets/"
            + Meta.name(budget)
            + "/status";
    ApiRequest request =
        ApiRequest.of("PUT", path)
            .header("user-agent", "kube-apiserver")
            .header("content-type", "application/json");
    return Target.of(RequestInfo.of(request), budgetKind, request, SERVER, target.clock());
  }

  private ObjectNode spent(ObjectNode budget, String pod) {
    check(budget);
    ObjectNode status = Meta.child(budget, "status");
    int left = status.path("disruptionsAllowed").asInt() - 1;
    status.put("disruptionsAllowed", left);
    if (left == 0) {
      usedUp(budget, status);
    }
    Meta.child(status, "disruptedPods").put(pod, Meta.time(clock.now()));
    return budget;
  }

  private void usedUp(ObjectNode budget, ObjectNode status) {
    var conditions = status.withArray("/conditions");
    ObjectNode condition =
        Meta.objects(conditions).stream()
            .filter(c -> Meta.text(c, "/type").equals(ALLOWED))
            .findFirst()
            .orElseGet(conditions::addObject);
    String since =
        Meta.text(condition, "/status").equals("False")
            ? Meta.text(condition, "/lastTransitionTime")
            : Meta.time(clock.now());
    condition
        .removeAll()
        .put("type", ALLOWED)
        .put("status", "False")
        .put("observedGeneration", Meta.generation(budget))
        .put("lastTransitionTime", since)
        .put("reason", "InsufficientPods")
        .put("message", "");
  }

  private List<Stored> covering(JsonNode pod) {
    var covering = new ArrayList<Stored>();
    var labels = Meta.labels(pod);
    String namespace = Meta.namespace(pod);
    var budgets = store.head().collection(BUDGETS).valuesFrom(ObjectKey.of(namespace, ""));
    for (Stored budget : budgets) {
      if (!budget.key().namespace().equals(namespace)) {
        break;
      }
      JsonNode selector = budget.tree().at("/spec/selector");
      if (selector.isObject()
          && LabelSelector.of(
                  Json.convert(selector, io.fabric8.kubernetes.api.model.LabelSelector.class))
              .test(labels)) {
        covering.add(budget);
      }
    }
    return covering;
  }

  private static boolean isReady(JsonNode pod) {
    for (JsonNode condition : pod.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static boolean mayGoUnready(JsonNode budget) {
    if (budget.at("/spec/unhealthyPodEvictionPolicy").asText().equals("AlwaysAllow")) {
      return true;
    }
    long desired = budget.at("/status/desiredHealthy").asLong(0);
    return desired > 0 && budget.at("/status/currentHealthy").asLong(0) >= desired;
  }

  private static void check(JsonNode budget) {
    String name = Meta.name(budget);
    String the = "The disruption budget " + name;
    JsonNode status = budget.path("status");
    if (status.path("observedGeneration").asLong(0) < Meta.generation(budget)) {
      throw refusal(the + " is still being processed by the server.").retryAfter(10);
    }
    long allowed = status.path("disruptionsAllowed").asLong(0);
    if (allowed < 0) {
      throw StatusException.forbidden(BUDGET, name, "pdb disruptions allowed is negative");
    }
    if (status.path("disruptedPods").size() > MAX_DISRUPTED) {
      throw StatusException.forbidden(
          BUDGET,
          name,
          "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
    }
    if (allowed == 0) {
      throw refusal(the + " " + why(status));
    }
  }

  private static String why(JsonNode status) {
    String reason = "";
    String message = "";
    for (JsonNode condition : status.path("conditions")) {
      if (Meta.text(condition, "/type").equals(ALLOWED)
          && Meta.text(condition, "/status").equals("False")) {
        reason = Meta.text(condition, "/reason");
        message = Meta.text(condition, "/message");
      }
    }
    long desired = status.path("desiredHealthy").asLong(0);
    long current = status.path("currentHealthy").asLong(0);
    if (!message.isEmpty() && reason.equals("SyncFailed")) {
      return "does not allow evicting pods currently because it failed sync: " + message;
    }
    if (current <= desired) {
      return "needs " + desired + " healthy pods and has " + current + " currently";
    }
    return message.isEmpty()
        ? "does not allow evicting pods currently"
        : "does not allow evicting pods currently (" + reason + "): " + message;
  }

  private static StatusException refusal(String cause) {
    return StatusException.of(
            429,
            "TooManyRequests",
            "Cannot evict pod as it would violate the pod's disruption budget.")
        .cause("DisruptionBudget", cause, "");
  }

  /** Adds the disruption condition to the pod; its field owners stay unchanged. */
  private Stored disrupted(Target target, DeleteOptions asked) {
    var attempts = new Attempts();
    while (true) {
      attempts.next(pods.type(), target.info().name());
      Stored seen = store.head().find(pods.collection(), target.key());
      if (seen == null) {
        throw StatusException.notFound(pods.type(), target.info().name());
      }
      ObjectNode pod = pods.read(seen);
      checkPreconditions(pod, asked);
      ObjectNode before = pod.deepCopy();
      PodConditions.setTrue(pod, "DisruptionTarget", clock.now())
          .put("reason", "EvictionByEvictionAPI")
          .put("message", "Eviction API: evicting");
      if (pod.equals(before)) {
        return seen;
      }
      try {
        return store.put(
            pods.collection(),
            target.key(),
            seen,
            revision -> pods.store(pod, revision),
            target.origin());
      } catch (RacedException e) {
        log.trace("concurrent change, retrying: object={}", target.key());
      }
    }
  }

  private static void checkPreconditions(ObjectNode pod, DeleteOptions asked) {
    String name = Meta.name(pod);
    if (asked.uid() != null && !asked.uid().isEmpty() && !asked.uid().equals(Meta.uid(pod))) {
      throw StatusException.conflict(
          POD,
          name,
          "the UID in the precondition ("
              + asked.uid()
              + ") does not match the UID in record ("
              + Meta.uid(pod)
              + "). The object might have been deleted and then recreated");
    }
    String version = asked.resourceVersion();
    if (version != null && !version.isEmpty() && !version.equals(Meta.resourceVersion(pod))) {
      throw StatusException.conflict(
          POD,
          name,
          "the ResourceVersion in the precondition ("
              + version
              + ") does not match the ResourceVersion in record ("
              + Meta.resourceVersion(pod)
              + "). The object might have been modified");
    }
  }
}
