package io.coxswain.kube.disruption;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.kube.common.Scales;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Computes the total scale of the controllers of pods. */
final class ExpectedPods {
  private final Reader client;
  private final Scales scales;

  ExpectedPods(Reader client, Scales scales) {
    this.client = client;
    this.scales = scales;
  }

  /**
   * The total scale.
   *
   * @param unmanaged whether pods without a controller exist, which are not counted
   */
  record Sum(int count, boolean unmanaged) {}

  /** The scale cannot be determined; the message is upstream's. */
  static final class UnknownException extends Exception {
    UnknownException(String message) {
      super(message);
    }
  }

  /** The scale of one controller. */
  private record Size(String uid, int replicas) {}

  Sum sum(Collection<Pod> pods) throws ApiException, UnknownException {
    var sizes = new TreeMap<String, Integer>();
    var seen = new TreeSet<String>();
    boolean unmanaged = false;
    for (Pod pod : pods) {
      Optional<OwnerReference> owner = Owners.controllerOf(pod);
      if (owner.isEmpty()) {
        unmanaged = true;
      } else if (seen.add(owner.get().getUid())) {
        Size size =
            find(owner.get(), pod.getMetadata().getNamespace())
                .orElseThrow(
                    () ->
                        new UnknownException(
                            "found no controllers for pod \"%s\""
                                .formatted(pod.getMetadata().getName())));
        sizes.put(size.uid(), size.replicas());
      }
    }
    return new Sum(sizes.values().stream().mapToInt(Integer::intValue).sum(), unmanaged);
  }

  private Optional<Size> find(OwnerReference owner, String namespace)
      throws ApiException, UnknownException {
    ObjectKey key = ObjectKey.of(namespace, owner.getName());
    String group = Owners.group(owner.getApiVersion());
    Optional<Size> known =
        switch (group + "/" + owner.getKind()) {
          case "/ReplicationController" ->
              cached(ReplicationController.class, key, owner)
                  .map(rc -> size(rc, rc.getSpec().getReplicas()));
          case "apps/ReplicaSet", "extensions/ReplicaSet" -> ofReplicaSet(key, owner);
          case "apps/StatefulSet" ->
              cached(StatefulSet.class, key, owner)
                  .map(set -> size(set, set.getSpec().getReplicas()));
          default -> Optional.empty();
        };
    return known.isPresent() ? known : byScale(key, owner);
  }

  /** Uses the scale of the Deployment that controls the ReplicaSet, if any. */
  private Optional<Size> ofReplicaSet(ObjectKey key, OwnerReference owner) throws ApiException {
    Optional<ReplicaSet> set = cached(ReplicaSet.class, key, owner);
    Optional<OwnerReference> above =
        set.flatMap(Owners::controllerOf).filter(o -> o.getKind().equals("Deployment"));
    return above.isEmpty()
        ? set.map(s -> size(s, s.getSpec().getReplicas()))
        : cached(Deployment.class, key.sibling(above.get().getName()), above.get())
            .map(deployment -> size(deployment, deployment.getSpec().getReplicas()));
  }

  private <T extends HasMetadata> Optional<T> cached(
      Class<T> type, ObjectKey key, OwnerReference owner) throws ApiException {
    return client.get(type, key).filter(o -> o.getMetadata().getUid().equals(owner.getUid()));
  }

  private static Size size(HasMetadata object, @Nullable Integer replicas) {
    return new Size(object.getMetadata().getUid(), replicas == null ? 1 : replicas);
  }

  private Optional<Size> byScale(ObjectKey key, OwnerReference owner)
      throws ApiException, UnknownException {
    ResourceType type =
        scales
            .resolve(owner.getApiVersion(), owner.getKind())
            .orElseThrow(
                () ->
                    new UnknownException(
                        "no matches for kind \"%s\" in version \"%s\""
                            .formatted(owner.getKind(), owner.getApiVersion())));
    try {
      Scale scale = scales.fetch(type, key);
      Integer replicas = scale.getSpec() == null ? null : scale.getSpec().getReplicas();
      return Optional.of(new Size(scale.getMetadata().getUid(), replicas == null ? 0 : replicas))
          .filter(size -> size.uid().equals(owner.getUid()));
    } catch (ApiException.NotFound e) {
      if (!scales.exist(type)) {
        throw new UnknownException(
            type.plural()
                + (type.group().isEmpty() ? "" : "." + type.group())
                + " does not implement the scale subresource");
      }
      return Optional.empty();
    }
  }
}
