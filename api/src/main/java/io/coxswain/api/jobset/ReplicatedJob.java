package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Size;
import io.fabric8.kubernetes.api.model.batch.v1.JobTemplateSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A number of Jobs created from one template. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class ReplicatedJob {
  @Required private String name = "";

  /** Jobs of the same group are numbered together. */
  @Default("default")
  private @Nullable String groupName;

  @Required private JobTemplateSpec template = new JobTemplateSpec();

  @Default("1")
  @Minimum(0)
  private @Nullable Integer replicas;

  /**
   * The statuses that other replicated jobs must reach before these Jobs are created; the rules of
   * the kind distinguish null from empty.
   */
  @CrdListType(value = "map", keys = "name")
  @Size(max = 5)
  @CrdRule(value = "self == oldSelf", message = "Value is immutable")
  private @Nullable List<DependsOn> dependsOn;

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public @Nullable String getGroupName() {
    return groupName;
  }

  public void setGroupName(@Nullable String groupName) {
    this.groupName = groupName;
  }

  public JobTemplateSpec getTemplate() {
    return template;
  }

  public void setTemplate(JobTemplateSpec template) {
    this.template = template;
  }

  public @Nullable Integer getReplicas() {
    return replicas;
  }

  public void setReplicas(@Nullable Integer replicas) {
    this.replicas = replicas;
  }

  public @Nullable List<DependsOn> getDependsOn() {
    return dependsOn;
  }

  public void setDependsOn(@Nullable List<DependsOn> dependsOn) {
    this.dependsOn = dependsOn;
  }
}
