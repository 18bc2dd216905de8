package io.coxswain.kube.certificates;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.queue.RateLimiter;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.PodCertificateRequest;
import java.time.Duration;

/** Registers the CertificateSigningRequest and PodCertificateRequest controllers. */
public final class CertificateControllers {
  private static final int WORKERS = 5;

  private CertificateControllers() {}

  /**
   * {@code certificatesigningrequest-signing-controller}: one controller for each signer with a CA.
   */
  public static void registerSigning(Manager manager, SigningOptions options) {
    options
        .cas()
        .forEach(
            (signer, authority) ->
                controller(manager, "csrsigning-" + signer.substring(signer.indexOf('/') + 1))
                    .reconcile(
                        new CsrSigningReconciler(
                            client(manager),
                            signer,
                            authority,
                            options.duration(),
                            manager.env().entropy().derive("certificates " + signer))));
  }

  /** {@code certificatesigningrequest-approving-controller}. */
  public static void registerApproving(Manager manager) {
    controller(manager, "csrapproving").reconcile(new ApprovingReconciler(client(manager)));
  }

  /** {@code certificatesigningrequest-cleaner-controller}. */
  public static void registerCleaning(Manager manager) {
    manager
        .controllerBy(String.class, "csrcleaner")
        .workers(1)
        .reconcile(new CsrCleaningReconciler(client(manager)))
        .enqueue("all requests");
  }

  /** {@code podcertificaterequest-cleaner-controller}. */
  public static void registerPodRequestCleaning(Manager manager) {
    manager
        .controller("podcertificaterequestcleaner")
        .kind(PodCertificateRequest.class)
        .workers(1)
        .watch(PodCertificateRequest.class, watch -> watch.self())
        .reconcile(new PodRequestCleaningReconciler(client(manager)));
  }

  private static ControllerBuilder<ObjectKey> controller(Manager manager, String name) {
    return manager
        .controller(name)
        .kind(CertificateSigningRequest.class)
        .workers(WORKERS)
        .limiter(
            RateLimiter.longest(
                RateLimiter.exponential(Duration.ofMillis(200), Duration.ofSeconds(1000)),
                RateLimiter.bucket(manager.env().clock(), 10, 100)))
        .watch(CertificateSigningRequest.class, watch -> watch.self());
  }

  private static Client client(Manager manager) {
    return manager.client().fieldOwner("kube-controller-manager");
  }
}
