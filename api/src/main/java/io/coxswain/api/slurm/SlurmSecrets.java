package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Names of existing Secrets. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SlurmSecrets {
  private @Nullable String sshdKeysName;

  public @Nullable String getSshdKeysName() {
    return sshdKeysName;
  }

  public void setSshdKeysName(@Nullable String sshdKeysName) {
    this.sshdKeysName = sshdKeysName;
  }
}
