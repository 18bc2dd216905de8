package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Maximum;
import io.coxswain.api.crd.Minimum;
import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/** Limits for each user of a login node. */
@CrdRule(
    value =
        "!has(self.memoryHigh) || !has(self.memoryMax) ||"
            + " quantity(self.memoryHigh).compareTo(quantity(self.memoryMax)) <= 0",
    message = "memoryHigh must not exceed memoryMax")
@JsonInclude(JsonInclude.Include.NON_NULL)
public class UserIsolation {
  @Default("false")
  private @Nullable Boolean enabled;

  private @Nullable Quantity memoryHigh;

  private @Nullable Quantity memoryMax;

  @Default("100")
  @Minimum(1)
  @Maximum(10000)
  private @Nullable Long cpuWeight;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable Quantity getMemoryHigh() {
    return memoryHigh;
  }

  public void setMemoryHigh(@Nullable Quantity memoryHigh) {
    this.memoryHigh = memoryHigh;
  }

  public @Nullable Quantity getMemoryMax() {
    return memoryMax;
  }

  public void setMemoryMax(@Nullable Quantity memoryMax) {
    this.memoryMax = memoryMax;
  }

  public @Nullable Long getCpuWeight() {
    return cpuWeight;
  }

  public void setCpuWeight(@Nullable Long cpuWeight) {
    this.cpuWeight = cpuWeight;
  }
}
