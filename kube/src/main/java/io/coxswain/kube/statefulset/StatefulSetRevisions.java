package io.coxswain.kube.statefulset;

import io.fabric8.kubernetes.api.model.PodTemplateSpec;

/** The current revision and the update revision of a set. */
record StatefulSetRevisions(Revision current, Revision update) {

  /** A template and the name of its revision. */
  record Revision(String name, PodTemplateSpec template) {}
}
