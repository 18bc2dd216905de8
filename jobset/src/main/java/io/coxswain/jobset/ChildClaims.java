package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.Json;
import io.coxswain.api.jobset.VolumeClaimPolicy;
import io.coxswain.api.jobset.VolumeRetentionPolicy;
import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The volume claims that all Jobs of a JobSet share. */
final class ChildClaims {
  private ChildClaims() {}

  static List<PersistentVolumeClaim> of(DesiredJobSet wanted) {
    var claims = new ArrayList<PersistentVolumeClaim>();
    for (VolumeClaimPolicy policy : wanted.volumeClaimPolicies()) {
      for (PersistentVolumeClaim template : policy.getTemplates()) {
        claims.add(of(wanted, template, owned(policy)));
      }
    }
    return claims;
  }

  private static PersistentVolumeClaim of(
      DesiredJobSet wanted, PersistentVolumeClaim template, boolean owned) {
    ObjectMeta meta = template.getMetadata();
    var claim = new PersistentVolumeClaim();
    claim.setMetadata(
        new ObjectMetaBuilder()
            .withName(wanted.claimName(meta.getName()))
            .withNamespace(wanted.namespace())
            .withLabels(ChildJob.union(meta.getLabels(), Map.of(Keys.JOBSET_NAME, wanted.name())))
            .withAnnotations(requireNonNullElse(meta.getAnnotations(), Map.of()))
            .build());
    if (owned) {
      claim.getMetadata().setOwnerReferences(List.of(Owners.controlledBy(wanted.object())));
    }
    if (template.getSpec() != null) {
      claim.setSpec(Json.copy(template.getSpec()));
    }
    return claim;
  }

  /** Whether claims go with the JobSet. */
  private static boolean owned(VolumeClaimPolicy policy) {
    VolumeRetentionPolicy retention = policy.getRetentionPolicy();
    return retention == null || !"Retain".equals(retention.getWhenDeleted());
  }
}
