package io.coxswain.trainer;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.plugins.Plugins;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** As {@link TrainerWorld}, on a server that asks our webhooks. */
public final class AdmittedWorld {
  private static final int SEEDS = 2;

  private AdmittedWorld() {}

  /** Plays it for a few seeds. */
  public static void play(String name, Script script) {
    Simulation simulation = simulation(name, script);
    for (int seed = 1; seed <= SEEDS; seed++) {
      simulation.run(seed);
    }
  }

  public static Simulation simulation(String name, Script script) {
    return Simulation.named(name)
        .given(TrainerWorld::install)
        .before(AdmittedWorld::configure)
        .serving(
            "trainer",
            (env, route) -> {
              Manager manager =
                  Manager.builder(env).name("trainer").webhooks(w -> w.port(-1)).build();
              Framework framework = Plugins.all(env.entropy().derive("plugins"));
              TrainerControllers.register(manager, framework);
              TrainerWebhooks.register(manager, framework);
              route.serve(TrainerWebhooks.NAMESPACE, TrainerWebhooks.SERVICE, manager.webhooks());
              manager.run();
            })
        .script(
            world -> {
              world.awaitIdle();
              script.run(world);
            });
  }

  public static void configure(World world) throws ApiException {
    for (HasMetadata configuration :
        TrainerWebhooks.configurations(TrainerWebhooks.NAMESPACE, TrainerWebhooks.SERVICE)) {
      world
          .objects()
          .call(
              ApiRequest.of("POST", ResourceType.of(configuration.getClass()).path(""))
                  .body("application/json", Json.bytes(configuration)));
    }
  }
}
