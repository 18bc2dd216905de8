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
import java.util.List;
import java.util.TreeMap;

/** The program {@code soperator} within a cluster of this process, without servers of its own. */
final class EmbeddedSlurm {
  static final String NAMESPACE = "soperator-system";

  private EmbeddedSlurm() {}

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
