package io.coxswain.apiserver.admission.podsecurity;

/** Something that is not as a standard wants it. */
record Violation(String reason, String detail) {
  @Override
  public String toString() {
    return reason + " (" + detail + ")";
  }
}
