package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Clock;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes a pod only if the disruption budget that covers it allows one more to be missing. */
final class Evictions {
  private static final Logger log = LoggerFactory.getLogger(Evictions.class);
  private static final ResourceType EVICTION =
      new ResourceType("policy", "v1", "Eviction", "evictions", true);
  private static final String BUDGETS = "poddisruptionbudgets.policy";
  private static final int MOST_DISRUPTED = 2000;

  private final Store store;
  private final Clock clock;
  private final ServedKind budgetKind;

  Evictions(Store store, Clock clock, ServedKind budgetKind) {
    this.store = store;
    this.clock = clock;
    this.budgetKind = budgetKind;
  }

  Answer evict(Target target, Api api) {
    ObjectNode eviction = Body.object(target.request(), EVICTION, false);
    String name = Meta.name(eviction);
    if (!name.isEmpty() && !name.equals(target.info().name())) {
      throw StatusException.badRequest("name in URL does not match name in Eviction object");
    }
    api.admission().admit(Operation.CREATE, target, EVICTION, eviction, MissingNode.getInstance());
    JsonNode pod = api.reads().get(target).tree();
    DeleteOptions asked = DeleteOptions.ofBody(eviction.path("deleteOptions"));
    boolean dry = target.dryRun() || !asked.dryRun().isEmpty();
    String phase = Meta.text(pod, "/status/phase");
    boolean free = List.of("Succeeded", "Failed", "Pending").contains(phase) || Meta.deleting(pod);
    if (!free) {
      spendBudget(pod, dry);
      if (!dry) {
        var _ = api.change(target, this::disrupted);
      }
    }
    api.deletes().delete(target, target.key(), asked.of(Meta.uid(pod), dry));
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Success").put("code", 201);
    return new Answer.Whole(Answers.json(201, status));
  }

  private void spendBudget(JsonNode pod, boolean dry) {
    while (true) {
      List<Stored> covering = covering(pod);
      if (covering.size() > 1) {
        throw StatusException.unclassified(
            "This pod has more than one PodDisruptionBudget, which the eviction subresource does"
                + " not support.");
      }
      if (covering.isEmpty()) {
        return;
      }
      Stored stored = covering.getFirst();
      ObjectNode budget = stored.tree();
      if (!isReady(pod) && mayGoUnready(budget)) {
        return;
      }
      check(budget);
      if (dry) {
        return;
      }
      ObjectNode status = Meta.child(budget, "status");
      status.put("disruptionsAllowed", status.path("disruptionsAllowed").asInt() - 1);
      Meta.child(status, "disruptedPods").put(Meta.name(pod), Meta.time(clock.now()));
      try {
        var _ =
            store.put(
                BUDGETS,
                stored.key(),
                stored,
                revision -> budgetKind.store(budget, revision),
                new Origin("update", "system:apiserver", "kube-apiserver"));
        return;
      } catch (RacedException e) {
        log.trace("the budget {} changed meanwhile; trying again", stored.key());
      }
    }
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
    if (budget.at("/status/observedGeneration").asLong(0) < Meta.generation(budget)) {
      throw refusal("The disruption budget " + name + " is still being processed by the server.")
          .retryAfter(10);
    }
    long allowed = budget.at("/status/disruptionsAllowed").asLong(0);
    if (budget.at("/status/disruptedPods").size() > MOST_DISRUPTED) {
      throw StatusException.forbidden(
          new ResourceType("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", true),
          name,
          "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
    }
    if (allowed <= 0) {
      long desired = budget.at("/status/desiredHealthy").asLong(0);
      long current = budget.at("/status/currentHealthy").asLong(0);
      throw refusal(
          current <= desired
              ? "The disruption budget "
                  + name
                  + " needs "
                  + desired
                  + " healthy pods and has "
                  + current
                  + " currently"
              : "The disruption budget " + name + " does not allow evicting pods currently");
    }
  }

  private static StatusException refusal(String cause) {
    return StatusException.of(
            429,
            "TooManyRequests",
            "Cannot evict pod as it would violate the pod's disruption budget.")
        .cause("DisruptionBudget", cause, "");
  }

  private ObjectNode disrupted(ObjectNode pod) {
    var conditions = Meta.child(pod, "status").withArray("/conditions");
    Meta.objects(conditions).stream()
        .filter(c -> Meta.text(c, "/type").equals("DisruptionTarget"))
        .findFirst()
        .orElseGet(conditions::addObject)
        .removeAll()
        .put("type", "DisruptionTarget")
        .put("status", "True")
        .put("lastTransitionTime", Meta.time(clock.now()))
        .put("reason", "EvictionByEvictionAPI")
        .put("message", "Eviction API: evicting");
    return pod;
  }
}
