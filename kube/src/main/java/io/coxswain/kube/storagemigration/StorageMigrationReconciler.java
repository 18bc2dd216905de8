package io.coxswain.kube.storagemigration;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Patch;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigration;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigrationStatus;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Records where a migration begins, stores the objects again, and records how it ended. */
final class StorageMigrationReconciler implements Reconciler<ObjectKey> {
  /** How often discovery is asked for a resource that may still appear. */
  private static final Duration DISCOVERY_PERIOD = Duration.ofSeconds(10);

  private final Client client;

  StorageMigrationReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<StorageVersionMigration> seen = client.get(StorageVersionMigration.class, key);
    if (seen.isEmpty() || MigrationConditions.isOver(seen.get())) {
      return Outcome.done();
    }
    StorageVersionMigration migration = seen.get();
    return switch (StorageMigrationPlan.of(migration, client.discover(), pass.now())) {
      case StorageMigrationPlan.Nothing() -> Outcome.done();
      case StorageMigrationPlan.Wait(Duration left) ->
          Outcome.after(left.compareTo(DISCOVERY_PERIOD) < 0 ? left : DISCOVERY_PERIOD);
      case StorageMigrationPlan.Fail(String message) -> fail(migration, message, pass);
      case StorageMigrationPlan.Begin(ResourceType type) ->
          migrate(begin(migration, type), type, pass);
      case StorageMigrationPlan.Migrate(ResourceType type) -> migrate(migration, type, pass);
    };
  }

  /** Records the current revision of the resource. */
  private StorageVersionMigration begin(StorageVersionMigration migration, ResourceType type)
      throws ApiException {
    String revision =
        client
            .live()
            .fetch(type.path(""), new TreeMap<>(Map.of("limit", "1")))
            .at("/metadata/resourceVersion")
            .asText();
    return client.patchStatus(migration, edited -> status(edited).setResourceVersion(revision));
  }

  /**
   * Stores all objects again that were last written up to the recorded revision. Starts again after
   * a conflict: an object that was changed or deleted in between does not need this any more, but
   * only the next list shows it.
   */
  private Outcome migrate(StorageVersionMigration begun, ResourceType type, Reconciliation pass)
      throws ApiException {
    StorageVersionMigration migration =
        MigrationConditions.isRunning(begun)
            ? begun
            : set(begun, MigrationConditions.running(begun, pass.now()));
    var last = new BigInteger(StorageMigrationPlan.revision(migration).orElseThrow());
    boolean conflicts = false;
    for (GenericKubernetesResource object : client.live().listMetadata(type).toList()) {
      if (new BigInteger(object.getMetadata().getResourceVersion()).compareTo(last) > 0) {
        continue; // written since, hence in the current version
      }
      try {
        storeAgain(object, type);
      } catch (ApiException.Conflict e) {
        pass.log().debug("object has been changed or deleted: object={}", ObjectKey.of(object));
        conflicts = true;
      } catch (ApiException.Invalid
          | ApiException.BadRequest
          | ApiException.Forbidden
          | ApiException.NotFound e) {
        return fail(migration, "migration encountered unhandled error: " + e.getMessage(), pass);
      }
    }
    if (conflicts) {
      return Outcome.again();
    }
    var _ = set(migration, MigrationConditions.succeeded(migration, pass.now()));
    return Outcome.done();
  }

  /** An apply of nothing, to exactly this version of the object. */
  private void storeAgain(GenericKubernetesResource object, ResourceType type) throws ApiException {
    Map<String, Object> nothing =
        Map.of(
            "apiVersion",
            type.apiVersion(),
            "kind",
            type.kind(),
            "metadata",
            Map.of(
                "uid",
                object.getMetadata().getUid(),
                "resourceVersion",
                object.getMetadata().getResourceVersion()));
    client
        .untracked()
        .discardingResponses()
        .patch(object, new Patch("application/apply-patch+yaml", Json.bytes(nothing), ""));
  }

  private Outcome fail(StorageVersionMigration migration, String message, Reconciliation pass)
      throws ApiException {
    pass.log().warn("migration failed: message={}", message);
    var _ = set(migration, MigrationConditions.failed(migration, message, pass.now()));
    return Outcome.done();
  }

  private StorageVersionMigration set(StorageVersionMigration migration, List<Condition> conditions)
      throws ApiException {
    return client.patchStatus(migration, edited -> status(edited).setConditions(conditions));
  }

  private static StorageVersionMigrationStatus status(StorageVersionMigration migration) {
    if (migration.getStatus() == null) {
      migration.setStatus(new StorageVersionMigrationStatus());
    }
    return migration.getStatus();
  }
}
