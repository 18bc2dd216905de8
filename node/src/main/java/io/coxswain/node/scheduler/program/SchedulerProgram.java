package io.coxswain.node.scheduler.program;

import io.coxswain.env.Env;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.metrics.MetricNaming;

/** The start-up of the program, in order. */
public final class SchedulerProgram {
  private static final String NAME = "kube-scheduler";

  private SchedulerProgram() {}

  /** A manager that is ready to run, against the API server of the given environment. */
  public static Manager start(Env env, SchedulerSettings settings, String host) {
    ManagerBuilder builder =
        Manager.builder(env)
            .name(NAME)
            .host(host)
            .userAgent("kube-scheduler/v1.35.8 (coxswain)")
            .requestLimit(settings.client().qps(), settings.client().burst())
            .metrics(MetricNaming.KUBERNETES)
            .metrics(settings.address())
            .secureMetrics()
            .authorizedMetrics()
            .health(settings.address())
            .webhooks(webhooks -> webhooks.port(-1));
    if (settings.election().isOn()) {
      builder.leaderElection(
          options -> {
            options.host(host);
            settings.election().apply(options, "kube-system");
          });
    }
    Manager manager = builder.build();
    manager.healthz("ping", Check.PING);
    manager.readyz("ping", Check.PING);
    Scheduler.register(manager, settings.scheduler());
    return manager;
  }
}
