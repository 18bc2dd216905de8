package io.coxswain.api.crd;

/**
 * The schema of conditions in CRDs: stricter than the type of the same name that built-in kinds
 * use.
 */
final class ConditionShape {
  @Required
  @Format("date-time")
  String lastTransitionTime = "";

  @Required
  @Length(max = 32768)
  String message = "";

  @Minimum(0)
  long observedGeneration;

  @Required
  @Length(min = 1, max = 1024)
  @Pattern("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$")
  String reason = "";

  @Required
  @Allowed({"True", "False", "Unknown"})
  String status = "";

  @Required
  @Length(max = 316)
  @Pattern(
      "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
          + "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$")
  String type = "";
}
