package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import java.time.Instant;
import java.util.ArrayList;

/**
 * The states of a CRD that is being deleted, in its finalizer and its condition {@code
 * Terminating}: requested, in progress, completed.
 */
public final class CrdTermination {
  private static final String FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

  private CrdTermination() {}

  /** Records the request to delete the CRD. */
  public static void request(ObjectNode definition, Instant now) {
    Meta.of(definition).put("deletionTimestamp", Meta.time(now));
    var finalizers = new ArrayList<>(Meta.finalizers(definition));
    if (!finalizers.contains(FINALIZER)) {
      finalizers.add(FINALIZER);
    }
    Meta.setFinalizers(definition, finalizers);
    setCondition(
        definition,
        now,
        "True",
        "InstanceDeletionPending",
        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
  }

  /** Whether the deletion was requested and its objects may still exist. */
  public static boolean isPending(ObjectNode definition) {
    return Meta.deleting(definition) && Meta.finalizers(definition).contains(FINALIZER);
  }

  /** Records that its objects are being deleted. */
  public static void begin(ObjectNode definition, Instant now) {
    setCondition(
        definition,
        now,
        "True",
        "InstanceDeletionInProgress",
        "CustomResource deletion is in progress");
  }

  /** Records that its objects have been deleted. */
  public static void complete(ObjectNode definition, Instant now) {
    var finalizers = new ArrayList<>(Meta.finalizers(definition));
    finalizers.remove(FINALIZER);
    Meta.setFinalizers(definition, finalizers);
    setCondition(definition, now, "False", "InstanceDeletionCompleted", "removed all instances");
  }

  private static void setCondition(
      ObjectNode definition, Instant now, String status, String reason, String message) {
    ArrayNode conditions = Meta.child(definition, "status").withArray("/conditions");
    ObjectNode condition =
        Meta.objects(conditions).stream()
            .filter(c -> Meta.text(c, "/type").equals("Terminating"))
            .findFirst()
            .orElseGet(conditions::addObject);
    String since =
        Meta.text(condition, "/status").equals(status)
            ? Meta.text(condition, "/lastTransitionTime")
            : Meta.time(now);
    condition
        .removeAll()
        .put("type", "Terminating")
        .put("status", status)
        .put("lastTransitionTime", since)
        .put("reason", reason)
        .put("message", message);
  }
}
