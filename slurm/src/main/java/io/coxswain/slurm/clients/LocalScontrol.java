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
 * The {@code scontrol} beside a program, for a Slurm whose REST API cannot change nodes (before
 * 23.11). It reaches the one cluster that its {@code slurm.conf} names, so that cluster has to be
 * named too: what is meant for a node of another must never reach its namesake here.
 *
 * @param environment where it finds itself and its cluster: PATH, SLURM_CONF
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
            "Path to scontrol, for a Slurm whose REST API cannot change nodes (before 23.11).")
        .string(CLUSTER, "", "namespace/name of the SlurmCluster that scontrol reaches.");
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
          "-%s and -%s go together: the program, and namespace/name of the SlurmCluster that it"
                  .formatted(PATH, CLUSTER)
              + " reaches");
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
