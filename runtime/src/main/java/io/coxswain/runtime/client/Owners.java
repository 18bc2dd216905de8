package io.coxswain.runtime.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who owns an object, in the object itself; nothing is written to the server. The same owner is one
 * of the same group, kind and name, whatever its version or UID: its old entry is replaced.
 */
public final class Owners {
  private Owners() {}

  /**
   * Makes the owner the one that controls the object and waits for its end when it is deleted in
   * the foreground.
   *
   * @throws IllegalStateException when another controls it
   */
  public static void control(HasMetadata owner, HasMetadata object) {
    Optional<OwnerReference> present = controller(object);
    OwnerReference mine = reference(owner, object);
    if (present.isPresent() && !same(present.get(), mine)) {
      throw new IllegalStateException(
          "Object %s/%s is already owned by another %s controller %s"
              .formatted(
                  text(object.getMetadata().getNamespace()),
                  object.getMetadata().getName(),
                  present.get().getKind(),
                  present.get().getName()));
    }
    mine.setController(true);
    mine.setBlockOwnerDeletion(true);
    put(object, mine);
  }

  /** Makes the owner one of those that the object goes with. */
  public static void own(HasMetadata owner, HasMetadata object) {
    put(object, reference(owner, object));
  }

  /**
   * Takes the owner off.
   *
   * @throws IllegalStateException when it is none
   */
  public static void disown(HasMetadata owner, HasMetadata object) {
    OwnerReference mine = reference(owner, object);
    var kept = new ArrayList<>(references(object));
    if (!kept.removeIf(reference -> same(reference, mine))) {
      throw new IllegalStateException(
          "%s is no owner of %s %s"
              .formatted(
                  owner.getMetadata().getName(), object.getKind(), object.getMetadata().getName()));
    }
    object.getMetadata().setOwnerReferences(kept);
  }

  public static boolean owns(HasMetadata owner, HasMetadata object) {
    OwnerReference mine = reference(owner);
    return references(object).stream().anyMatch(reference -> same(reference, mine));
  }

  /** The owner that controls the object. */
  public static Optional<OwnerReference> controller(HasMetadata object) {
    return references(object).stream()
        .filter(reference -> Boolean.TRUE.equals(reference.getController()))
        .findFirst();
  }

  private static List<OwnerReference> references(HasMetadata object) {
    List<OwnerReference> references = object.getMetadata().getOwnerReferences();
    return references == null ? List.of() : references;
  }

  private static void put(HasMetadata object, OwnerReference mine) {
    var all = new ArrayList<>(references(object));
    int at = 0;
    while (at < all.size() && !same(all.get(at), mine)) {
      at++;
    }
    if (at == all.size()) {
      all.add(mine);
    } else {
      all.set(at, mine);
    }
    object.getMetadata().setOwnerReferences(all);
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
    return group(one).equals(group(other))
        && one.getKind().equals(other.getKind())
        && one.getName().equals(other.getName());
  }

  private static String group(OwnerReference reference) {
    String apiVersion = reference.getApiVersion();
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
