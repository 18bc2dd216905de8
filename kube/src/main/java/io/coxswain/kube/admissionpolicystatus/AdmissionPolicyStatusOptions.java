package io.coxswain.kube.admissionpolicystatus;

/**
 * What flags decide.
 *
 * @param workers {@code --concurrent-validating-admission-policy-status-syncs}
 */
public record AdmissionPolicyStatusOptions(int workers) {

  public static AdmissionPolicyStatusOptions byDefault() {
    return new AdmissionPolicyStatusOptions(5);
  }
}
