package io.coxswain.kube.common;

import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who owns an object. */
public final class Owners {
  private Owners() {}

  /** The reference by which a controller marks what it made. */
  public static OwnerReference controlledBy(HasMetadata owner) {
    ResourceType type = ResourceType.of(owner.getClass());
    return new OwnerReferenceBuilder()
        .withApiVersion(type.apiVersion())
        .withKind(type.kind())
        .withName(owner.getMetadata().getName())
        .withUid(owner.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }

  /** The one owner that controls the object. */
  public static Optional<OwnerReference> controllerOf(HasMetadata object) {
    return of(object).stream().filter(o -> Boolean.TRUE.equals(o.getController())).findFirst();
  }

  public static boolean isControlledBy(HasMetadata object, HasMetadata owner) {
    return controllerOf(object)
        .filter(o -> o.getUid().equals(owner.getMetadata().getUid()))
        .isPresent();
  }

  public static List<OwnerReference> of(HasMetadata object) {
    List<OwnerReference> owners = object.getMetadata().getOwnerReferences();
    return owners == null ? List.of() : owners;
  }

  /** Adds a reference to the object itself, not to the server's copy. */
  public static void add(HasMetadata object, OwnerReference owner) {
    var owners = new ArrayList<>(of(object));
    owners.add(owner);
    object.getMetadata().setOwnerReferences(owners);
  }

  /** Takes the references to the owner of that UID off the object itself. */
  public static void remove(HasMetadata object, String ownerUid) {
    var owners = new ArrayList<>(of(object));
    owners.removeIf(o -> o.getUid().equals(ownerUid));
    object.getMetadata().setOwnerReferences(owners);
  }

  /** The group of an {@code apiVersion}; empty for the core group. */
  public static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
