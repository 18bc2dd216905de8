package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdMapType;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** A key of a Secret, which may be generated. */
@CrdMapType("atomic")
@JsonInclude(JsonInclude.Include.NON_NULL)
public class GeneratedSecretKeyRef {
  @Default("")
  private @Nullable String name;

  @Required private String key = "";

  @Default("false")
  private @Nullable Boolean generate;

  public @Nullable String getName() {
    return name;
  }

  public void setName(@Nullable String name) {
    this.name = name;
  }

  public String getKey() {
    return key;
  }

  public void setKey(String key) {
    this.key = key;
  }

  public @Nullable Boolean getGenerate() {
    return generate;
  }

  public void setGenerate(@Nullable Boolean generate) {
    this.generate = generate;
  }
}
