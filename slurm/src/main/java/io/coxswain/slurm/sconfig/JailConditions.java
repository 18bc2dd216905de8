package io.coxswain.slurm.sconfig;

import io.coxswain.api.Conditions;
import io.coxswain.api.Timestamps;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.api.slurm.JailedConfigStatus;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The two conditions of a JailedConfig, with upstream's words. */
final class JailConditions {
  static final String WRITTEN = "FilesWritten";
  static final String ACTED = "UpdateActionsCompleted";
  private static final String REFRESHING = "Refreshing files in jail FS";

  private JailConditions() {}

  /** A condition to be. */
  record Wanted(String type, String status, String reason, String message) {}

  static Wanted init(String type) {
    return new Wanted(type, "Unknown", "Init", "Conditions was just initialized");
  }

  static List<Wanted> refresh(boolean aggregated) {
    return refreshing(text(REFRESHING, aggregated));
  }

  /** Upstream omits the details from the reason and only logs them. */
  static List<Wanted> broken(boolean aggregated, String why) {
    return refreshing(text(REFRESHING, aggregated) + ": " + why);
  }

  private static List<Wanted> refreshing(String message) {
    return List.of(
        new Wanted(WRITTEN, "False", "Refresh", message),
        new Wanted(ACTED, "False", "Refresh", message));
  }

  static Wanted written(boolean aggregated) {
    return new Wanted(
        WRITTEN, "True", "Success", text("Files were written to jail FS", aggregated));
  }

  static Wanted notFound() {
    return new Wanted(
        WRITTEN, "False", "NotFound", "ConfigMap not found, files were not written (aggregated)");
  }

  static Wanted notActed() {
    return new Wanted(
        ACTED,
        "False",
        "NotWritten",
        "Update actions were not called because files were not written (aggregated)");
  }

  static Wanted acted(boolean aggregated) {
    return new Wanted(
        ACTED, "True", "Success", text("Update actions were called successfully", aggregated));
  }

  static Wanted noActionOfOne() {
    return new Wanted(
        ACTED, "True", "MissingAction", "No update actions specified, skipping further processing");
  }

  static Wanted noActionOfAny() {
    return new Wanted(
        ACTED,
        "True",
        "Success",
        "Update actions were not called because no reconfigure needed (aggregated)");
  }

  private static String text(String text, boolean aggregated) {
    return aggregated ? text + " (aggregated)" : text;
  }

  static boolean has(JailedConfig config, String type) {
    return config.getStatus() != null
        && Conditions.META.find(config.getStatus().getConditions(), type).isPresent();
  }

  /** Sets conditions; the time of the transition is now only where the status is another. */
  static void set(JailedConfig config, Instant now, List<Wanted> wanted) {
    JailedConfigStatus status =
        config.getStatus() == null ? new JailedConfigStatus() : config.getStatus();
    var conditions = new ArrayList<>(status.getConditions());
    for (Wanted each : wanted) {
      Conditions.META.set(
          conditions,
          new ConditionBuilder()
              .withType(each.type)
              .withStatus(each.status)
              .withReason(each.reason)
              .withMessage(each.message)
              .withLastTransitionTime(Timestamps.format(now))
              .build());
    }
    status.setConditions(conditions);
    config.setStatus(status);
  }
}
