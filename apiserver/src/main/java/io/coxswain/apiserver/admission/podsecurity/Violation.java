package io.coxswain.apiserver.admission.podsecurity;

/** A violation of a pod security standard. */
record Violation(String reason, String detail) {
  @Override
  public String toString() {
    return reason + " (" + detail + ")";
  }
}
