package io.coxswain.slurm.clients;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.slurm.client.Scontrol;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The local {@code scontrol}, for a Slurm whose REST API cannot change nodes (before 23.11). It
 * manages the one cluster in its {@code slurm.conf}, so that cluster must be named too: a change of
 * a node of another cluster must never reach a node with the same name here.
 *
 * @param environment with which it finds itself and its cluster: PATH, SLURM_CONF
 */
public record LocalScontrol(String path, ObjectKey cluster, SortedMap<String, String> environment) {
  private static final String PATH = "scontrol-path";
  private static final String CLUSTER = "scontrol-cluster";

  public LocalScontrol {
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  /** Adds its flags, which upstream does not have. */
  public static Flags flags(Flags flags) {
    return flags
        .string(
            PATH,
            "",
            "Path to scontrol. Required for Slurm before 23.11, whose REST API cannot update"
                + " nodes.")
        .string(
            CLUSTER, "", "The SlurmCluster, as namespace/name, that scontrol is configured for.");
  }

  public static Optional<LocalScontrol> of(Flags flags, SortedMap<String, String> environment)
      throws FlagException {
    String path = flags.string(PATH);
    String cluster = flags.string(CLUSTER);
    if (path.isEmpty() && cluster.isEmpty()) {
      return Optional.empty();
    }
    String[] words = cluster.split("/", -1);
    if (path.isEmpty() || words.length != 2 || words[0].isEmpty() || words[1].isEmpty()) {
      throw new FlagException(
          "-%s and -%s must be set together; -%s must be namespace/name of a SlurmCluster"
              .formatted(PATH, CLUSTER, CLUSTER));
    }
    return Optional.of(new LocalScontrol(path, ObjectKey.of(words[0], words[1]), environment));
  }

  Optional<Scontrol> of(Env env, ObjectKey asked) {
    return cluster.equals(asked)
        ? Optional.of(new Scontrol(env, path, environment))
        : Optional.empty();
  }

  /** Without the environment, which may hold secrets. */
  @Override
  public String toString() {
    return path + " of " + cluster;
  }
}
