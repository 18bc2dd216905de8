package io.coxswain.slurm.operator;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Crds;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.env.Env;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Main;
import io.coxswain.sim.World;
import io.coxswain.slurm.clients.SlurmConnector;
import io.coxswain.slurm.webhooks.SlurmWebhooks;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The parts of worlds in which the operator runs. */
public final class SlurmWorld {
  public static final String NAMESPACE = "soperator-system";

  private SlurmWorld() {}

  /** The definitions of our kinds, and the namespace of the operator. */
  public static void define(World world) throws Exception {
    for (Class<? extends CustomObject<?, ?>> kind :
        List.of(
            SlurmCluster.class,
            NodeSet.class,
            NodeSetPowerState.class,
            JailedConfig.class,
            NodeConfigurator.class,
            ActiveCheck.class)) {
      world.objects().define(Crds.of(kind));
    }
    world
        .objects()
        .create(new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build());
  }

  /** The whole program, without servers. */
  public static Main operator(Map<String, String> environment, String... words) {
    return env -> start(env, environment, words).run();
  }

  /** As {@link #operator}, with another Slurm. */
  public static Main operator(SlurmConnector slurm, String... words) {
    return env ->
        SoperatorProgram.start(env, settings(env, Map.of(), words), "host", manager -> slurm)
            .run();
  }

  static Manager start(Env env, Map<String, String> environment, String... words)
      throws Exception {
    return SoperatorProgram.start(env, settings(env, environment, words), "host");
  }

  static Settings settings(Env env, Map<String, String> environment, String... words)
      throws Exception {
    Flags flags = Settings.flags();
    var line = new ArrayList<>(List.of(words));
    line.add("--operator-namespace=" + NAMESPACE);
    flags.parse(line);
    return Settings.of(flags, new TreeMap<>(environment), env.files()).withoutServers();
  }

  /** Lets the server of the world ask the operator's webhooks. */
  public static io.coxswain.sim.Serving serving(Map<String, String> environment, String... words) {
    return (env, route) -> {
      Manager manager = start(env, environment, words);
      route.serve(NAMESPACE, SlurmWebhooks.SERVICE, manager.webhooks());
      manager.run();
    };
  }
}
