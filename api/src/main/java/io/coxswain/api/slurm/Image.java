package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** An image with a separate tag. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class Image {
  @Required private String repository = "";

  private @Nullable String tag;

  @Default("IfNotPresent")
  @Allowed({"Always", "Never", "IfNotPresent"})
  private @Nullable String pullPolicy;

  public String getRepository() {
    return repository;
  }

  public void setRepository(String repository) {
    this.repository = repository;
  }

  public @Nullable String getTag() {
    return tag;
  }

  public void setTag(@Nullable String tag) {
    this.tag = tag;
  }

  public @Nullable String getPullPolicy() {
    return pullPolicy;
  }

  public void setPullPolicy(@Nullable String pullPolicy) {
    this.pullPolicy = pullPolicy;
  }
}
