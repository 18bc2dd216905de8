package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Size;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Claims that all Jobs share, and their retention policy. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@CrdRule(
    value = "self.templates.all(t, !has(t.metadata.namespace) || size(t.metadata.namespace) == 0)",
    message = "namespace cannot be set for VolumeClaimPolicies templates")
public class VolumeClaimPolicy {
  @CrdListType("atomic")
  @Size(max = 50)
  private List<PersistentVolumeClaim> templates = new ArrayList<>();

  private @Nullable VolumeRetentionPolicy retentionPolicy;

  public List<PersistentVolumeClaim> getTemplates() {
    return templates;
  }

  public void setTemplates(List<PersistentVolumeClaim> templates) {
    this.templates = templates;
  }

  public @Nullable VolumeRetentionPolicy getRetentionPolicy() {
    return retentionPolicy;
  }

  public void setRetentionPolicy(@Nullable VolumeRetentionPolicy retentionPolicy) {
    this.retentionPolicy = retentionPolicy;
  }
}
