package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.apply.ManagedFields.Owned;

/**
 * Carries the ownership of an object's replicas over to its scale and back. A scale is an object of
 * a version of its own, so whoever owns the replicas of the object owns {@code spec.replicas} of
 * the scale, and the other way round.
 *
 * <p>As upstream, an updater comes back as another than it went, because the version is part of who
 * an updater is; and what a write to the scale leaves behind has no time.
 */
public final class ScaleManagers {
  private static final String SCALE_VERSION = "autoscaling/v1";
  private static final FieldSet SCALE_REPLICAS = FieldSet.of("spec.replicas");

  private ScaleManagers() {}

  /**
   * Gives a scale the managers of the object it belongs to.
   *
   * @param replicas where the object has its replicas, as {@code spec.replicas}
   */
  public static void toScale(ObjectNode object, String replicas, ObjectNode scale) {
    FieldSet path = FieldSet.of(replicas);
    ManagedFields managers = ManagedFields.none();
    ManagedFields.of(object)
        .entries()
        .forEach(
            (manager, owned) -> {
              if (!owned.fields().intersection(path).isEmpty()) {
                managers.put(manager, new Owned(SCALE_REPLICAS, SCALE_VERSION, owned.time()));
              }
            });
    managers.write(scale);
  }

  /** Gives an object the managers that its scale has after a write. */
  public static void toObject(
      ObjectNode scale, String replicas, String apiVersion, ObjectNode object) {
    FieldSet path = FieldSet.of(replicas);
    ManagedFields before = ManagedFields.of(object);
    ManagedFields ofScale = ManagedFields.of(scale);
    ManagedFields after = ManagedFields.none();
    before
        .entries()
        .forEach(
            (manager, owned) -> {
              boolean owns = !owned.fields().intersection(path).isEmpty();
              if (owns && ofScale.get(manager) == null) {
                after.put(manager, owned.with(owned.fields().minus(path)));
              } else {
                after.put(manager, owned);
              }
              if (owns) {
                ofScale.remove(manager);
              }
            });
    ofScale
        .entries()
        .forEach(
            (manager, owned) -> {
              if (!owned.fields().intersection(SCALE_REPLICAS).isEmpty()) {
                Owned known = before.get(manager);
                after.put(
                    manager, new Owned(path, apiVersion, known == null ? null : known.time()));
              }
            });
    after.write(object);
  }
}
