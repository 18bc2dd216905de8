package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.ApiException;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.jobset.VolumeClaimPolicy;
import io.coxswain.api.jobset.VolumeRetentionPolicy;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rules that the volume claims of a new JobSet must keep. */
public final class VolumeClaimRules {
  private static final int MAX_NAME = 63;

  private final DesiredJobSet wanted;
  private final List<FieldError> errors;

  private VolumeClaimRules(DesiredJobSet wanted, List<FieldError> errors) {
    this.wanted = wanted;
    this.errors = errors;
  }

  /** Finds existing claims in the JobSet's namespace. */
  @FunctionalInterface
  public interface Existing {
    Optional<PersistentVolumeClaim> find(String name) throws ApiException;

    /** For when it is too late to ask: a running JobSet's claims exist. */
    static Existing unknown() {
      return name -> Optional.empty();
    }
  }

  static void check(DesiredJobSet wanted, Existing existing, List<FieldError> errors) {
    new VolumeClaimRules(wanted, errors).check(existing);
  }

  private void check(Existing existing) {
    Set<String> names = new HashSet<>();
    List<VolumeClaimPolicy> policies = wanted.volumeClaimPolicies();
    for (int i = 0; i < policies.size(); i++) {
      List<PersistentVolumeClaim> templates = policies.get(i).getTemplates();
      for (int j = 0; j < templates.size(); j++) {
        String field = "spec.volumeClaimPolicies[" + i + "].template[" + j + "]";
        PersistentVolumeClaim template = templates.get(j);
        String name = requireNonNullElse(template.getMetadata().getName(), "");
        if (!names.add(name)) {
          invalid(field + ".name", name, "names must be unique for VolumeClaimPolicies template");
        }
        checkName(field, name);
        checkUse(name);
        try {
          Optional<PersistentVolumeClaim> there = existing.find(wanted.claimName(name));
          if (there.isPresent()) {
            checkExisting(field, i, template, there.get());
          }
        } catch (ApiException e) {
          errors.add(
              FieldError.internal(
                  field,
                  "failed to check for existing PVC %s: %s"
                      .formatted(wanted.claimName(name), e.getMessage())));
        }
      }
    }
  }

  private void checkName(String field, String name) {
    NameRules.subdomain1123(name).forEach(text -> invalid(field + ".name", name, text));
    if (wanted.claimName(name).length() > MAX_NAME) {
      invalid(field + ".name", name, "VolumeClaimPolicies template name is too long");
    }
  }

  private void checkUse(String name) {
    boolean mounted = false;
    for (int k = 0; k < wanted.replicatedJobs().size(); k++) {
      ReplicatedJob replicated = wanted.replicatedJobs().get(k);
      PodSpec pod = replicated.getTemplate().getSpec().getTemplate().getSpec();
      List<Volume> volumes = pod.getVolumes();
      for (int v = 0; v < volumes.size(); v++) {
        if (volumes.get(v).getName().equals(name)) {
          invalid(
              "spec.replicatedJobs[%d].template.spec.template.spec.volumes[%d].name"
                  .formatted(k, v),
              name,
              "volume name conflicts with VolumeClaimPolicy template name: " + name);
        }
      }
      mounted |= ChildJob.mounts(pod, name);
    }
    if (!mounted) {
      invalid(
          "spec.replicatedJobs",
          wanted.replicatedJobs(),
          "replicatedJob containers don't have a matching volumeMount: "
              + name
              + " from VolumeClaimPolicies");
    }
  }

  private void checkExisting(
      String field, int policy, PersistentVolumeClaim template, PersistentVolumeClaim there) {
    if (!Json.tree((Object) template.getSpec()).equals(Json.tree((Object) there.getSpec()))) {
      invalid(
          field + ".spec",
          template.getSpec(),
          "spec does not match existing PVC %s in namespace %s"
              .formatted(there.getMetadata().getName(), wanted.namespace()));
    }
    VolumeRetentionPolicy retention = wanted.volumeClaimPolicies().get(policy).getRetentionPolicy();
    if (retention == null || !"Retain".equals(retention.getWhenDeleted())) {
      invalid(
          "spec.volumeClaimPolicies[" + policy + "].retentionPolicy.whenDeleted",
          "Delete",
          "retentionPolicy must be retain when PVC exists");
    }
  }

  private void invalid(String field, Object value, String text) {
    errors.add(FieldError.invalid(field, value, text));
  }
}
