package io.coxswain.jobset.program;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.jobset.JobSetControllers;
import io.coxswain.jobset.JobSetWebhooks;
import io.coxswain.runtime.config.ControllerManagerOptions.CertManagement;
import io.coxswain.runtime.config.PodNamespace;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.rotation.CertRotation;
import java.io.IOException;

/** The start-up of the program, in order. */
public final class JobSetProgram {
  private static final String NAME = "jobset-controller-manager";

  private JobSetProgram() {}

  /** A manager that is ready to run, against the API server of the given world. */
  public static Manager start(Env env, Settings settings, String host) {
    String namespace = PodNamespace.find(env.files(), JobSetWebhooks.NAMESPACE);
    ManagerBuilder builder =
        settings
            .manager()
            .managerBuilder(env, NAME, "jobset/v0.13.0 (coxswain)", host, namespace)
            .cache(JobSetControllers::narrow);
    Manager manager = builder.build();
    Runnable controllers =
        () ->
            JobSetControllers.register(manager, settings.features(), builder.metrics().registry());
    if (settings.manager().certManagement().enabled()) {
      CertRotation rotation = certificates(manager, settings, namespace);
      probes(
          manager,
          () -> {
            if (!rotation.ready()) {
              throw new IOException("certificates are not ready");
            }
            manager.webhookServer().checkStarted();
          });
      JobSetWebhooks.register(manager, settings.features());
      rotation.whenReady(controllers);
    } else {
      probes(manager, () -> manager.webhookServer().checkStarted());
      JobSetWebhooks.register(manager, settings.features());
      controllers.run();
    }
    return manager;
  }

  private static CertRotation certificates(Manager manager, Settings settings, String namespace) {
    CertManagement names = settings.manager().certManagement();
    return CertRotation.of(ObjectKey.of(namespace, names.secret()), names.service())
        .authority("jobset-ca", "jobset")
        .mutating(JobSetWebhooks.MUTATING)
        .validating(JobSetWebhooks.VALIDATING)
        .addTo(manager);
  }

  private static void probes(Manager manager, Check ready) {
    manager.healthz("healthz", Check.PING);
    manager.readyz("readyz", ready);
  }
}
