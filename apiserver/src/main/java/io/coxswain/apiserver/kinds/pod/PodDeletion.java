package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.DeletionStrategy;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Gives a pod that runs on a node its grace period; any other pod has none left. */
final class PodDeletion implements DeletionStrategy {
  private static final long DEFAULT_SECONDS = 30;

  @Override
  public OptionalLong gracePeriodSeconds(ObjectNode pod, @Nullable Long requested) {
    String phase = Meta.text(pod, "/status/phase");
    boolean ended = phase.equals("Succeeded") || phase.equals("Failed");
    if (ended || Meta.text(pod, "/spec/nodeName").isEmpty()) {
      return OptionalLong.of(0);
    }
    long seconds =
        requested != null
            ? requested
            : Meta.at(pod, "/spec/terminationGracePeriodSeconds").asLong(DEFAULT_SECONDS);
    return OptionalLong.of(seconds < 0 ? 1 : seconds);
  }
}
