package io.coxswain.kube.statefulset;

import io.fabric8.kubernetes.api.model.PodTemplateSpec;

/** The two revisions between which a set is. */
record StatefulSetRevisions(Revision current, Revision update) {

  /** A template and the name it goes by. */
  record Revision(String name, PodTemplateSpec template) {}
}
