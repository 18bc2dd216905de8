package io.coxswain.apiserver.kinds;

/** Where priority classes are stored. */
final class PriorityClasses {
  static final String COLLECTION = "priorityclasses.scheduling.k8s.io";

  private PriorityClasses() {}
}
