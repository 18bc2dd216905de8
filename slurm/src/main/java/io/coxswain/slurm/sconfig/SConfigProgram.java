package io.coxswain.slurm.sconfig;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.slurm.client.RestSlurmClient;
import io.coxswain.slurm.client.Scontrol;
import io.coxswain.slurm.client.SecretSigningKey;
import io.coxswain.slurm.client.SignedTokens;
import io.coxswain.slurm.client.SlurmClient;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.OptionalInt;

/** The start-up of the program, in order. */
public final class SConfigProgram {
  public static final String NAME = "sconfigcontroller";
  private static final String LEASE = ".vqeyz6ae.nebius.ai";
  private static final String USER = "root";

  private SConfigProgram() {}

  /** A manager that is ready to run, against the API server of the given world. */
  public static Manager start(Env env, SConfigSettings settings, String host) {
    Manager manager = manager(env, settings, host).build();
    register(manager, settings, slurm(manager, settings));
    return manager;
  }

  static void register(Manager manager, SConfigSettings settings, SlurmClient slurm) {
    Env env = manager.env();
    var reconfigure = new Reconfigure(slurm, env.clock(), settings.poll(), settings.timeout());
    JailedConfigController.register(
        manager,
        settings,
        new JailedConfigReconciler(
            manager.client().fieldOwner(NAME),
            env,
            settings.cluster(),
            settings.jail(),
            reconfigure));
  }

  static ManagerBuilder manager(Env env, SConfigSettings settings, String host) {
    ManagerBuilder builder =
        settings
            .common()
            .begin(env, NAME, host)
            .cache(cache -> cache.namespaces(settings.namespace()))
            .liveReads(ConfigMap.class)
            .liveReads(Secret.class);
    settings
        .common()
        .elect(builder, settings.cluster() + LEASE, settings.leaseNamespace(), host, true);
    return builder;
  }

  private static SlurmClient slurm(Manager manager, SConfigSettings settings) {
    Env env = manager.env();
    var cluster = ObjectKey.of(settings.namespace(), settings.cluster());
    var key = new SecretSigningKey(manager.client(), env.clock(), cluster);
    var tokens = new SignedTokens(env.clock(), env.entropy().derive("slurm tokens"), key, USER);
    return RestSlurmClient.of(
        env,
        settings.server(),
        USER,
        tokens,
        OptionalInt.empty(),
        settings.scontrol().map(path -> new Scontrol(env, path, settings.environment())));
  }
}
