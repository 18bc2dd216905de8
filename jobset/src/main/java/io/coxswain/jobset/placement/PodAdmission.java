package io.coxswain.jobset.placement;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.webhook.AdmissionRequest;
import io.coxswain.runtime.webhook.Review;
import io.coxswain.runtime.webhook.ValidationResult;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admission of the pods of JobSets: adds affinity rules to leaders and node selectors to followers,
 * and rejects followers whose leader is not scheduled yet.
 */
public final class PodAdmission {
  private static final Logger log = LoggerFactory.getLogger(PodAdmission.class);

  private final Leaders leaders;

  PodAdmission(Leaders leaders) {
    this.leaders = leaders;
  }

  /** Registers admission for pods, and the controller that repairs their placement. */
  public static void register(Manager manager) {
    var leaders = Leaders.of(manager);
    var admission = new PodAdmission(leaders);
    manager.webhooks().on(Pod.class).defaulter(admission::place).validator(admission::validate);
    PodController.register(manager, leaders);
  }

  void place(Pod pod) throws ApiException {
    if (!Placement.isOurs(pod)) {
      return;
    }
    Placement.notePriority(pod);
    String key = Placement.topologyKey(pod);
    if (key.isEmpty()) {
      return;
    }
    if (Placement.isLeader(pod)) {
      Placement.separate(pod, key);
    } else {
      placeFollower(pod, key);
    }
  }

  /** Leaves a follower without a domain unchanged: the validator returns the reason. */
  private void placeFollower(Pod pod, String key) throws ApiException {
    Pod leader;
    try {
      leader = leaders.of(pod, namespace(pod));
    } catch (PlacementException e) {
      log.atDebug()
          .addKeyValue("pod", pod.getMetadata().getGenerateName())
          .addKeyValue("err", e.getMessage())
          .log("finding leader pod for follower");
      return;
    }
    if (!Placement.isScheduled(leader)) {
      return;
    }
    try {
      String domain =
          leaders
              .domainOf(leader, key)
              .orElseThrow(
                  () ->
                      new PlacementException(
                          "nodes \"" + leader.getSpec().getNodeName() + "\" not found"));
      Placement.follow(pod, key, domain);
    } catch (PlacementException e) {
      throw denied(String.valueOf(e.getMessage()));
    }
  }

  ValidationResult validate(Review<Pod> review) throws ApiException {
    if (!(review instanceof Review.Create<Pod>(Pod pod))
        || !Placement.isOurs(pod)
        || Placement.topologyKey(pod).isEmpty()
        || Placement.isLeader(pod)) {
      return ValidationResult.allow();
    }
    Map<String, String> selector = pod.getSpec().getNodeSelector();
    if (selector == null || selector.isEmpty()) {
      return ValidationResult.deny("follower pod node selector not set");
    }
    String key = Placement.topologyKey(pod);
    if (!selector.containsKey(key)) {
      return ValidationResult.deny(
          "follower pod node selector for topology domain not found. missing selector: " + key);
    }
    try {
      return Placement.isScheduled(leaders.of(pod, namespace(pod)))
          ? ValidationResult.allow()
          : ValidationResult.deny(
              "leader pod not yet scheduled, not creating follower pod. this is an expected,"
                  + " transient error");
    } catch (PlacementException e) {
      return ValidationResult.deny(String.valueOf(e.getMessage()));
    }
  }

  /** The namespace may be missing in the object, but not in the request. */
  private static String namespace(Pod pod) {
    return Optional.ofNullable(pod.getMetadata().getNamespace())
        .orElseGet(() -> AdmissionRequest.CURRENT.get().key().namespace());
  }

  private static ApiException denied(String why) {
    return ApiException.of(
        403,
        Json.bytes(
            new StatusBuilder()
                .withStatus("Failure")
                .withCode(403)
                .withReason("Forbidden")
                .withMessage(why)
                .build()));
  }
}
