package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** A key of a Secret with a password. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class PasswordSecretKeyRef {
  private @Nullable String name;

  private @Nullable String key;

  public @Nullable String getName() {
    return name;
  }

  public void setName(@Nullable String name) {
    this.name = name;
  }

  public @Nullable String getKey() {
    return key;
  }

  public void setKey(@Nullable String key) {
    this.key = key;
  }
}
