package io.coxswain.trainer.trainjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.api.trainer.RuntimePatch;
import io.coxswain.api.trainer.TrainJob;
import java.time.Instant;
import java.util.Optional;

/**
 * Notes in each entry of a job's runtimePatches when it last changed. For admission; all other
 * defaults are the server's.
 */
public final class TrainJobDefaulting {
  private TrainJobDefaulting() {}

  /**
   * Changes the job.
   *
   * @param old the job before the change; absent when it is new
   */
  public static void apply(TrainJob job, Optional<TrainJob> old, Instant now) {
    String time = Timestamps.format(now);
    for (RuntimePatch patch : job.getSpec().getRuntimePatches()) {
      Optional<RuntimePatch> before = old.flatMap(o -> find(o, patch.getManager()));
      if (before.isPresent()) {
        patch.setTime(isSame(before.get(), patch) ? before.get().getTime() : time);
      } else if (patch.getTime() == null) {
        patch.setTime(time);
      }
    }
  }

  private static Optional<RuntimePatch> find(TrainJob job, String manager) {
    return job.getSpec().getRuntimePatches().stream()
        .filter(p -> p.getManager().equals(manager))
        .findFirst();
  }

  private static boolean isSame(RuntimePatch one, RuntimePatch other) {
    return timeless(one).equals(timeless(other));
  }

  private static ObjectNode timeless(RuntimePatch patch) {
    ObjectNode tree = Json.tree(patch);
    tree.remove("time");
    return tree;
  }
}
