package io.coxswain.runtime.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and edits the owner references of an object in memory. Two references denote the same owner
 * if group, kind and name are equal, regardless of version and UID: the old reference is replaced.
 */
public final class Owners {
  private Owners() {}

  /**
   * Makes the owner the controller of the object and blocks the owner's foreground deletion until
   * the object is deleted.
   *
   * @throws IllegalStateException if the object has another controller
   */
  public static void control(HasMetadata owner, HasMetadata object) {
    Optional<OwnerReference> present = controllerOf(object);
    OwnerReference reference = reference(owner, object);
    if (present.isPresent() && !same(present.get(), reference)) {
      throw new IllegalStateException(
          "Object %s/%s is already owned by another %s controller %s"
              .formatted(
                  text(object.getMetadata().getNamespace()),
                  object.getMetadata().getName(),
                  present.get().getKind(),
                  present.get().getName()));
    }
    reference.setController(true);
    reference.setBlockOwnerDeletion(true);
    put(object, reference);
  }

  /** Adds the owner to the owner references of the object. */
  public static void own(HasMetadata owner, HasMetadata object) {
    put(object, reference(owner, object));
  }

  /**
   * Removes the owner.
   *
   * @throws IllegalStateException if it is not an owner
   */
  public static void disown(HasMetadata owner, HasMetadata object) {
    OwnerReference removed = reference(owner, object);
    var kept = new ArrayList<>(of(object));
    if (!kept.removeIf(reference -> same(reference, removed))) {
      throw new IllegalStateException(
          "%s is not an owner of %s %s"
              .formatted(
                  owner.getMetadata().getName(), object.getKind(), object.getMetadata().getName()));
    }
    object.getMetadata().setOwnerReferences(kept);
  }

  public static boolean owns(HasMetadata owner, HasMetadata object) {
    OwnerReference wanted = reference(owner);
    return of(object).stream().anyMatch(reference -> same(reference, wanted));
  }

  /** The reference by which a controller marks what it made. */
  public static OwnerReference controlledBy(HasMetadata owner) {
    OwnerReference reference = reference(owner);
    reference.setController(true);
    reference.setBlockOwnerDeletion(true);
    return reference;
  }

  /** The reference to the controller of the object. */
  public static Optional<OwnerReference> controllerOf(HasMetadata object) {
    return of(object).stream()
        .filter(reference -> Boolean.TRUE.equals(reference.getController()))
        .findFirst();
  }

  /** Whether the object is controlled by that very owner, not by another of the same name. */
  public static boolean isControlledBy(HasMetadata object, HasMetadata owner) {
    return controllerOf(object)
        .filter(reference -> reference.getUid().equals(owner.getMetadata().getUid()))
        .isPresent();
  }

  /** All owner references of the object. */
  public static List<OwnerReference> of(HasMetadata object) {
    List<OwnerReference> references = object.getMetadata().getOwnerReferences();
    return references == null ? List.of() : references;
  }

  /** Adds a reference as it is. */
  public static void add(HasMetadata object, OwnerReference owner) {
    var references = new ArrayList<>(of(object));
    references.add(owner);
    object.getMetadata().setOwnerReferences(references);
  }

  /** Removes the references to the owner of that UID. */
  public static void remove(HasMetadata object, String ownerUid) {
    var references = new ArrayList<>(of(object));
    references.removeIf(reference -> reference.getUid().equals(ownerUid));
    object.getMetadata().setOwnerReferences(references);
  }

  /** The group of an {@code apiVersion}; empty for the core group. */
  public static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  private static void put(HasMetadata object, OwnerReference reference) {
    var references = new ArrayList<>(of(object));
    int at = 0;
    while (at < references.size() && !same(references.get(at), reference)) {
      at++;
    }
    if (at == references.size()) {
      references.add(reference);
    } else {
      references.set(at, reference);
    }
    object.getMetadata().setOwnerReferences(references);
  }

  private static OwnerReference reference(HasMetadata owner, HasMetadata object) {
    String home = text(owner.getMetadata().getNamespace());
    String namespace = text(object.getMetadata().getNamespace());
    if (!home.isEmpty() && namespace.isEmpty()) {
      throw new IllegalArgumentException(
          "cluster-scoped resource must not have a namespace-scoped owner, owner's namespace "
              + home);
    }
    if (!home.isEmpty() && !home.equals(namespace)) {
      throw new IllegalArgumentException(
          "cross-namespace owner references are disallowed, owner's namespace %s, obj's namespace %s"
              .formatted(home, namespace));
    }
    return reference(owner);
  }

  private static OwnerReference reference(HasMetadata owner) {
    String uid = owner.getMetadata().getUid();
    return new OwnerReferenceBuilder()
        .withApiVersion(owner.getApiVersion())
        .withKind(owner.getKind())
        .withName(owner.getMetadata().getName())
        .withUid(uid == null ? "" : uid)
        .build();
  }

  private static boolean same(OwnerReference one, OwnerReference other) {
    return group(one.getApiVersion()).equals(group(other.getApiVersion()))
        && one.getKind().equals(other.getKind())
        && one.getName().equals(other.getName());
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
