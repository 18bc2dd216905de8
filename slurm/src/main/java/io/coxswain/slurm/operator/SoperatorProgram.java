package io.coxswain.slurm.operator;

import io.coxswain.env.Env;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;

/** The start-up of the program, in order. */
public final class SoperatorProgram {
  public static final String NAME = "soperator";
  static final String LEASE = "e21479ae.nebius.ai";

  private SoperatorProgram() {}

  /** A manager that is ready to run, against the API server of the given world. */
  public static Manager start(Env env, Settings settings, String host) {
    Manager manager = manager(env, settings, host).build();
    return manager;
  }

  private static ManagerBuilder manager(Env env, Settings settings, String host) {
    ManagerBuilder builder =
        settings
            .common()
            .begin(env, NAME, host)
            .webhooks(
                webhooks ->
                    webhooks.port(settings.webhookPort()).certificates(Settings.CERTIFICATES));
    settings.namespaces().limit(builder);
    settings.common().elect(builder, LEASE, settings.namespace(), host, false);
    return builder;
  }
}
