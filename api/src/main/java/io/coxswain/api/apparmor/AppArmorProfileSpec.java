package io.coxswain.api.apparmor;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The text of the profile. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class AppArmorProfileSpec {
  private @Nullable String policy;

  public @Nullable String getPolicy() {
    return policy;
  }

  public void setPolicy(@Nullable String policy) {
    this.policy = policy;
  }
}
