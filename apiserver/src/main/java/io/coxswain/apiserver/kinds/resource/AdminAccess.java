package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import java.util.List;

/**
 * The permission to use devices as an administrator, that is, devices that are allocated to others.
 * Granted to a namespace by a label, so by users who may label namespaces.
 */
final class AdminAccess {
  private static final String LABEL = "resource.kubernetes.io/admin-access";

  private AdminAccess() {}

  /** Checks the requests of a claim, or of a template, which upstream reports as a claim. */
  static void requested(
      ObjectNode object, JsonNode requests, Snapshot snapshot, List<FieldError> errors) {
    for (int i = 0; i < requests.size(); i++) {
      if (requests.path(i).at("/exactly/adminAccess").asBoolean()) {
        check("spec.devices.requests[" + i + "].adminAccess", object, snapshot, errors);
        return;
      }
    }
  }

  /** Checks an allocation; one that was permitted before stays so. */
  static void allocated(
      ObjectNode claim, ObjectNode before, Snapshot snapshot, List<FieldError> errors) {
    int first = firstAllocated(claim);
    if (first >= 0 && firstAllocated(before) < 0) {
      check(
          "status.allocation.devices.results[" + first + "].adminAccess", claim, snapshot, errors);
    }
  }

  private static int firstAllocated(ObjectNode claim) {
    JsonNode results = claim.at("/status/allocation/devices/results");
    for (int i = 0; i < results.size(); i++) {
      if (results.path(i).path("adminAccess").asBoolean()) {
        return i;
      }
    }
    return -1;
  }

  private static void check(
      String path, ObjectNode object, Snapshot snapshot, List<FieldError> errors) {
    Stored namespace = snapshot.find("namespaces", ObjectKey.of(Meta.namespace(object)));
    if (namespace == null
        || !namespace.tree().at("/metadata/labels").path(LABEL).asText("").equals("true")) {
      // Reported before the errors about metadata.
      errors.addFirst(
          FieldError.forbidden(
              path,
              "admin access to devices requires the `"
                  + LABEL
                  + ": true` label on the containing namespace"));
    }
  }
}
