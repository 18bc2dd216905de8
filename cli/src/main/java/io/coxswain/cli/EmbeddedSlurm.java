package io.coxswain.cli;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.slurm.operator.OperatorOptions;
import io.coxswain.slurm.operator.SoperatorProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The program {@code soperator} within a cluster of this process, without its own servers. */
final class EmbeddedSlurm {
  static final String NAMESPACE = "soperator-system";

  private EmbeddedSlurm() {}

  /** What is real and what is simulated, in lines for the user. */
  static List<String> describe(ClusterOptions options) {
    var lines = new ArrayList<String>();
    lines.add(
        "Slurm         real: Soperator's controllers and webhooks, and all objects they create");
    if (options.simulatedNodes() > 0) {
      lines.add(
          "              simulated: Slurm itself on simulated nodes (its pods only pretend"
              + " to run), MariaDB");
    }
    if (options.processNodes() > 0) {
      lines.add(
          "              on process nodes images are not run: examples/slurm-here.yaml runs this"
              + " machine's slurmctld and slurmd there");
    }
    return lines;
  }

  static Manager prepare(Env env, Client client) throws ApiException {
    if (client.get(Namespace.class, ObjectKey.of(NAMESPACE)).isEmpty()) {
      client.create(
          new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build());
    }
    try {
      Flags flags = OperatorOptions.flags();
      flags.parse(List.of("--operator-namespace=" + NAMESPACE));
      OperatorOptions settings =
          OperatorOptions.of(flags, new TreeMap<>(), env.files()).withoutServers();
      return SoperatorProgram.start(env, settings, "coxswain");
    } catch (FlagException | ManagerException e) {
      throw new CommandException(SoperatorProgram.NAME + ": " + e.getMessage());
    }
  }
}
