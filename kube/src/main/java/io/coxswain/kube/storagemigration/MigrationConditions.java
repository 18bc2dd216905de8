package io.coxswain.kube.storagemigration;

import io.coxswain.api.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The conditions of a StorageVersionMigration. */
final class MigrationConditions {
  private static final String RUNNING = "Running";
  private static final String SUCCEEDED = "Succeeded";
  private static final String FAILED = "Failed";

  private MigrationConditions() {}

  static boolean isOver(StorageVersionMigration migration) {
    List<Condition> conditions = of(migration);
    return Conditions.META.isTrue(conditions, SUCCEEDED)
        || Conditions.META.isTrue(conditions, FAILED);
  }

  static boolean isRunning(StorageVersionMigration migration) {
    return Conditions.META.isTrue(of(migration), RUNNING);
  }

  static List<Condition> running(StorageVersionMigration migration, Instant now) {
    return Conditions.META.with(
        of(migration), Conditions.of(RUNNING, true, "StorageVersionMigrationInProgress", "", now));
  }

  static List<Condition> succeeded(StorageVersionMigration migration, Instant now) {
    return over(
        migration, Conditions.of(SUCCEEDED, true, "StorageVersionMigrationSucceeded", "", now));
  }

  static List<Condition> failed(StorageVersionMigration migration, String message, Instant now) {
    return over(
        migration, Conditions.of(FAILED, true, "StorageVersionMigrationFailed", message, now));
  }

  /** A migration that ends no longer runs; the reason of the condition stays. */
  private static List<Condition> over(StorageVersionMigration migration, Condition outcome) {
    var conditions = new ArrayList<>(of(migration));
    Optional<Condition> running = Conditions.META.find(conditions, RUNNING);
    if (running.isPresent()) {
      Conditions.META.set(
          conditions,
          new ConditionBuilder(running.get())
              .withStatus("False")
              .withLastTransitionTime(outcome.getLastTransitionTime())
              .build());
    }
    Conditions.META.set(conditions, outcome);
    return conditions;
  }

  private static List<Condition> of(StorageVersionMigration migration) {
    return migration.getStatus() == null ? List.of() : migration.getStatus().getConditions();
  }
}
