package io.coxswain.trainer.program;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.config.ControllerManagerOptions.CertManagement;
import io.coxswain.runtime.config.PodNamespace;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.rotation.CertRotation;
import io.coxswain.trainer.TrainerControllers;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.framework.Plugin;
import io.coxswain.trainer.optimizationjob.OptimizationJobController;
import io.coxswain.trainer.plugins.Plugins;
import io.coxswain.trainer.plugins.trainjobstatus.TrainJobStatusEndpoint;
import io.coxswain.trainer.plugins.trainjobstatus.TrainJobStatusPodPlugin;
import io.coxswain.trainer.statusserver.StatusServer;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The start-up of the program, in order. */
public final class TrainerProgram {
  private static final String NAME = "trainer-controller-manager";

  private TrainerProgram() {}

  /**
   * What is ready to run.
   *
   * @param status null when the gate TrainJobStatus is off
   */
  public record Prepared(Manager manager, @Nullable StatusServer status) {}

  /** A manager that is ready to run, against the API server of the given world. */
  public static Manager start(Env env, Settings settings, String host) {
    String namespace = PodNamespace.find(env.files(), TrainerWebhooks.NAMESPACE);
    return prepare(env, settings, host, namespace).manager();
  }

  /**
   * The same, for a program that wants to know where the status server listens.
   *
   * @param namespace of the Lease and the certificates
   */
  public static Prepared prepare(Env env, Settings settings, String host, String namespace) {
    Manager manager = manager(env, settings, host, namespace).build();
    CertRotation rotation =
        settings.manager().certManagement().enabled()
            ? certificates(manager, settings, namespace)
            : null;
    StatusServer status =
        settings.gates().trainJobStatus()
            ? StatusServer.add(
                manager,
                settings.statusServer().address(),
                settings.statusServer().limit().qps(),
                settings.statusServer().limit().burst())
            : null;
    probes(manager, rotation, status);
    Framework framework =
        Plugins.all(env.entropy().derive("plugins"), plugins(settings, namespace));
    Runnable whenCertificatesAreReady =
        () -> {
          TrainerControllers.register(manager, framework);
          if (settings.gates().optimizationJob()) {
            OptimizationJobController.register(manager);
          }
          TrainerWebhooks.register(manager, framework);
          if (status != null) {
            status.begin(settings.manager().tls());
          }
        };
    if (rotation == null) {
      whenCertificatesAreReady.run();
    } else {
      rotation.whenReady(whenCertificatesAreReady);
    }
    return new Prepared(manager, status);
  }

  private static ManagerBuilder manager(Env env, Settings settings, String host, String namespace) {
    ManagerBuilder builder =
        settings.manager().managerBuilder(env, NAME, "trainer/v2.3.0 (coxswain)", host, namespace);
    settings.workers().forEach(builder::workers);
    return builder;
  }

  private static CertRotation certificates(Manager manager, Settings settings, String namespace) {
    CertManagement names = settings.manager().certManagement();
    return CertRotation.of(ObjectKey.of(namespace, names.secret()), names.service())
        .authority("kubeflow-trainer-ca", "kubeflow-trainer")
        .mutating(TrainerWebhooks.MUTATING)
        .validating(TrainerWebhooks.VALIDATING)
        .addTo(manager);
  }

  /** With the status server on, it is alive only once that listens: as upstream has it. */
  private static void probes(
      Manager manager, @Nullable CertRotation rotation, @Nullable StatusServer status) {
    manager.healthz("healthz", Check.PING);
    manager.readyz(
        "readyz",
        () -> {
          if (rotation != null && !rotation.ready()) {
            throw new IOException("certificates are not ready");
          }
          manager.webhookServer().checkStarted();
        });
    if (status != null) {
      manager.healthz("status-server-healthz", status::checkStarted);
      manager.readyz("status-server-readyz", status::checkStarted);
    }
  }

  private static Plugin[] plugins(Settings settings, String namespace) {
    return settings.gates().trainJobStatus()
        ? new Plugin[] {
          new TrainJobStatusPodPlugin(
              new TrainJobStatusEndpoint(
                  settings.manager().certManagement().service(),
                  settings.statusServer().port(),
                  ObjectKey.of(namespace, settings.manager().certManagement().secret())))
        }
        : new Plugin[0];
  }
}
