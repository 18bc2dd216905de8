package io.coxswain.kube.admissionpolicystatus;

/**
 * Options of the ValidatingAdmissionPolicy status controller.
 *
 * @param workers {@code --concurrent-validating-admission-policy-status-syncs}
 */
public record AdmissionPolicyStatusOptions(int workers) {

  public static AdmissionPolicyStatusOptions byDefault() {
    return new AdmissionPolicyStatusOptions(5);
  }
}
