package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.DeletionStrategy;
import io.coxswain.apiserver.kinds.Propagation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A deleted namespace terminates first: the namespace controller removes its content and then the
 * finalizer in its spec; the garbage collector removes the finalizer of the propagation.
 */
final class NamespaceDeletion implements DeletionStrategy {
  private static final List<String> PROTECTED = List.of("default", "kube-system", "kube-public");

  @Override
  public Optional<String> protection(String name) {
    return PROTECTED.contains(name)
        ? Optional.of("this namespace may not be deleted")
        : Optional.empty();
  }

  @Override
  public boolean checksPreconditionsInStorage() {
    return true;
  }

  @Override
  public boolean start(ObjectNode namespace, Propagation propagation, Instant now) {
    Meta.of(namespace).put("deletionTimestamp", Meta.time(now));
    Meta.child(namespace, "status").put("phase", "Terminating");
    Meta.setFinalizers(namespace, propagation.namespaceFinalizers(namespace));
    return true;
  }

  @Override
  public boolean isRetained(ObjectNode namespace) {
    return !namespace.at("/spec/finalizers").isEmpty();
  }
}
