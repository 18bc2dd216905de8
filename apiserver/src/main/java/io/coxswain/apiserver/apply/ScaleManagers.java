package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.apply.ManagedFields.Owned;

/**
 * Transfers the ownership of an object's replicas to its scale and back. A scale has its own API
 * version, so a manager of the object's replicas owns {@code spec.replicas} of the scale, and vice
 * versa.
 *
 * <p>As upstream, an updater does not survive the round trip unchanged, because the version is part
 * of its identity; and entries that a write to the scale leaves have no time.
 */
public final class ScaleManagers {
  private static final String SCALE_VERSION = "autoscaling/v1";
  private static final FieldSet SCALE_REPLICAS = FieldSet.of("spec.replicas");

  private ScaleManagers() {}

  /**
   * Sets the managers of a scale from its object.
   *
   * @param replicas the path of the object's replicas, such as {@code spec.replicas}
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

  /** Sets the managers of an object from its scale after a write. */
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
