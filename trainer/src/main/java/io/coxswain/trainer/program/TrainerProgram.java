package io.coxswain.trainer.program;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
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
        settings.certificates() ? certificates(manager, settings, namespace) : null;
    StatusServer status =
        settings.gates().trainJobStatus()
            ? StatusServer.add(
                manager, settings.statusAddress(), settings.statusQps(), settings.statusBurst())
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
            status.begin(settings.tls());
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
        Manager.builder(env)
            .name(NAME)
            .host(host)
            .userAgent("trainer/v2.3.0 (coxswain)")
            .requestLimit(settings.qps(), settings.burst())
            .health(settings.healthAddress())
            .healthPaths(settings.liveness(), settings.readiness())
            .metrics(settings.metricsAddress())
            .metricsTls(settings.tls())
            .webhooks(
                webhooks ->
                    webhooks
                        .host(settings.webhookHost())
                        .port(settings.webhookPort())
                        .certificates(settings.folder())
                        .tls(settings.tls()));
    if (settings.secureMetrics()) {
      builder.secureMetricsLikeWebhooks();
    }
    if (settings.authorizedMetrics()) {
      builder.authorizedMetrics();
    }
    settings.workers().forEach(builder::workers);
    if (settings.election().isOn()) {
      builder.leaderElection(
          election -> {
            election.host(host);
            settings.election().apply(election, namespace);
          });
    }
    return builder;
  }

  private static CertRotation certificates(Manager manager, Settings settings, String namespace) {
    return CertRotation.of(ObjectKey.of(namespace, settings.secret()), settings.service())
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
                  settings.service(),
                  settings.statusPort(),
                  ObjectKey.of(namespace, settings.secret())))
        }
        : new Plugin[0];
  }
}
