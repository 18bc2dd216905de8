package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** When a changed claim template takes effect. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class KruiseClaimUpdateStrategy {
  private @Nullable String type;

  public @Nullable String getType() {
    return type;
  }

  public void setType(@Nullable String type) {
    this.type = type;
  }
}
