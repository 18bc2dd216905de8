package io.coxswain.slurm.rebooter;

import io.coxswain.env.Files;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.slurm.program.ManagerFlags;
import io.coxswain.slurm.program.ManagerSettings;
import java.time.Duration;
import java.util.SortedMap;

/**
 * The combination of flags and environment.
 *
 * @param node the name of the Kubernetes node
 * @param period from one check to the next
 */
public record RebooterOptions(ManagerSettings common, String node, Duration period) {
  private static final String NODE = "REBOOTER_NODE_NAME";
  private static final String EVICTION = "REBOOTER_EVICTION_METHOD";
  private static final String PERIOD = "reconcile-timeout";

  /** The flags of the program, before any is read. */
  public static Flags flags() {
    return ManagerFlags.begin("debug")
        .cacheSyncTimeout("2m")
        .flags()
        .duration(PERIOD, "1m", "Period of the check of the node.");
  }

  public static RebooterOptions of(Flags flags, SortedMap<String, String> environment, Files files)
      throws FlagException {
    String node = environment.getOrDefault(NODE, "");
    if (node.isEmpty()) {
      throw new FlagException("node name is not set: set the environment variable " + NODE);
    }
    if (environment.getOrDefault(EVICTION, "").equals("drain")) {
      throw new FlagException(EVICTION + "=drain is not supported; must be evict or unset");
    }
    Duration period = flags.duration(PERIOD);
    if (!period.isPositive()) {
      throw new FlagException("-" + PERIOD + ": must be longer than 0s");
    }
    return new RebooterOptions(ManagerSettings.of(flags, environment), node, period);
  }
}
