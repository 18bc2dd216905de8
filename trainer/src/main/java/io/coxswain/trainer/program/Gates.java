package io.coxswain.trainer.program;

import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.FlagSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The features that can be turned on.
 *
 * @param trainJobStatus jobs report progress to this program; alpha
 * @param optimizationJob searches for hyperparameters are run; ours, and not one of all alphas,
 *     since it needs rights that upstream's role does not have
 */
public record Gates(boolean trainJobStatus, boolean optimizationJob) {
  private static final String STATUS = "TrainJobStatus";
  private static final String OPTIMIZATION = "OptimizationJob";
  private static final String ALL_ALPHA = "AllAlpha";
  private static final String ALL_BETA = "AllBeta";

  /** From the file, then from the flag ({@code K=true,L=false}), which wins. */
  static Gates of(SortedMap<String, Boolean> file, String flag) throws FlagException {
    var gates = new TreeMap<>(file);
    for (String pair : flag.split(",", -1)) {
      if (!pair.isBlank()) {
        int equals = pair.indexOf('=');
        if (equals < 0) {
          throw new FlagException("missing bool value for feature gate: " + pair.strip());
        }
        gates.put(
            pair.substring(0, equals).strip(),
            FlagSet.parseBool(pair.substring(equals + 1).strip()));
      }
    }
    for (Map.Entry<String, Boolean> gate : gates.entrySet()) {
      switch (gate.getKey()) {
        case STATUS, OPTIMIZATION, ALL_ALPHA, ALL_BETA -> {}
        default -> throw new FlagException("unrecognized feature gate: " + gate.getKey());
      }
    }
    return new Gates(
        gates.getOrDefault(STATUS, gates.getOrDefault(ALL_ALPHA, false)),
        gates.getOrDefault(OPTIMIZATION, false));
  }
}
