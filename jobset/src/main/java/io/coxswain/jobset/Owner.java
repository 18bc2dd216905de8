package io.coxswain.jobset;

import io.coxswain.api.ResourceType;
import io.coxswain.api.jobset.JobSet;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;

/** The reference by which a child names its JobSet. */
final class Owner {
  private Owner() {}

  static OwnerReference of(DesiredJobSet wanted) {
    ResourceType type = ResourceType.of(JobSet.class);
    return new OwnerReferenceBuilder()
        .withApiVersion(type.apiVersion())
        .withKind(type.kind())
        .withName(wanted.name())
        .withUid(wanted.object().getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }
}
