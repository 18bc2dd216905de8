package io.coxswain.console.summary;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A condition of an object.
 *
 * @param time of the last transition
 */
public record ConditionSummary(
    String type, String status, String reason, String message, @Nullable Instant time) {

  public boolean isTrue() {
    return status.equals("True");
  }

  /** The conditions in the status of an object. */
  public static List<ConditionSummary> of(JsonNode object) {
    var all = new ArrayList<ConditionSummary>();
    for (JsonNode each : object.path("status").path("conditions")) {
      all.add(
          new ConditionSummary(
              Fields.text(each, "type"),
              Fields.text(each, "status"),
              Fields.text(each, "reason"),
              Fields.text(each, "message"),
              Fields.time(each, "lastTransitionTime")));
    }
    return List.copyOf(all);
  }

  public static Optional<ConditionSummary> find(List<ConditionSummary> conditions, String type) {
    return conditions.stream().filter(each -> each.type.equals(type)).findFirst();
  }

  public static boolean isTrue(List<ConditionSummary> conditions, String type) {
    return find(conditions, type).filter(ConditionSummary::isTrue).isPresent();
  }
}
