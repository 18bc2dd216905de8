package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The name of another object. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NameRef {
  @Default("")
  private @Nullable String name;

  public @Nullable String getName() {
    return name;
  }

  public void setName(@Nullable String name) {
    this.name = name;
  }
}
