package io.coxswain.kube.admissionpolicystatus;

import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;

/** Registers the ValidatingAdmissionPolicy status controller. */
public final class AdmissionPolicyStatusController {
  private AdmissionPolicyStatusController() {}

  public static void register(Manager manager, AdmissionPolicyStatusOptions options) {
    manager
        .controller("validatingadmissionpolicy-status")
        .kind(ValidatingAdmissionPolicy.class)
        .workers(options.workers())
        .watch(ValidatingAdmissionPolicy.class, watch -> watch.self())
        .reconcile(
            new AdmissionPolicyStatusReconciler(
                manager.client().fieldOwner("validatingadmissionpolicy-status")));
  }
}
