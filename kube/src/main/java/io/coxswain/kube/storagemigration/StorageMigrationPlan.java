package io.coxswain.kube.storagemigration;

import io.coxswain.api.ResourceType;
import io.coxswain.api.Timestamps;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.GroupResource;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The next step of a migration. */
sealed interface StorageMigrationPlan {
  /** The time that a resource may take to appear in discovery. */
  Duration PATIENCE = Duration.ofMinutes(1);

  /** The verbs without which a resource cannot be migrated. */
  List<String> VERBS = List.of("update", "patch", "list");

  /** The migration has succeeded or failed. */
  record Nothing() implements StorageMigrationPlan {}

  /** The resource is not served, or not yet. */
  record Wait(Duration left) implements StorageMigrationPlan {}

  record Fail(String message) implements StorageMigrationPlan {}

  /** Record the revision up to which objects are migrated. */
  record Begin(ResourceType type) implements StorageMigrationPlan {}

  /** Migrate all objects up to the recorded revision. */
  record Migrate(ResourceType type) implements StorageMigrationPlan {}

  static StorageMigrationPlan of(
      StorageVersionMigration migration, List<Reader.Served> served, Instant now) {
    if (MigrationConditions.isOver(migration)) {
      return new Nothing();
    }
    Optional<Reader.Served> resource = find(migration.getSpec().getResource(), served);
    if (resource.isEmpty()) {
      Duration left = patience(migration, now);
      return left.isPositive() ? new Wait(left) : new Fail("resource does not exist in discovery");
    }
    ResourceType type = resource.get().type();
    if (!resource.get().verbs().containsAll(VERBS)) {
      return new Fail(
          "resource \"%s, Resource=%s\" does not support discovery operations: [%s]"
              .formatted(
                  type.group().isEmpty() ? "/" + type.version() : type.apiVersion(),
                  type.plural(),
                  String.join(" ", VERBS)));
    }
    return revision(migration).isEmpty() ? new Begin(type) : new Migrate(type);
  }

  private static Optional<Reader.Served> find(GroupResource wanted, List<Reader.Served> served) {
    String group = wanted.getGroup() == null ? "" : wanted.getGroup();
    return served.stream()
        .filter(each -> each.type().group().equals(group))
        .filter(each -> each.type().plural().equals(wanted.getResource()))
        .findFirst();
  }

  private static Duration patience(StorageVersionMigration migration, Instant now) {
    return Timestamps.parse(migration.getMetadata().getCreationTimestamp())
        .map(created -> Duration.between(now, created.plus(PATIENCE)))
        .orElse(Duration.ZERO);
  }

  /** The revision up to which objects are migrated; empty until it has been recorded. */
  static Optional<String> revision(StorageVersionMigration migration) {
    return migration.getStatus() == null
        ? Optional.empty()
        : Optional.ofNullable(migration.getStatus().getResourceVersion())
            .filter(revision -> !revision.isEmpty());
  }
}
