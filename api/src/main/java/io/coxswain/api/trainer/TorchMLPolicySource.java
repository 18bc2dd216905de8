package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** PyTorch: environment variables for torchrun. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class TorchMLPolicySource {
  private @Nullable TorchEnvInjection envInjection;

  public @Nullable TorchEnvInjection getEnvInjection() {
    return envInjection;
  }

  public void setEnvInjection(@Nullable TorchEnvInjection envInjection) {
    this.envInjection = envInjection;
  }
}
