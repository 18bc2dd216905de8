package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The namespaces. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class DistributionTargets {
  private @Nullable DistributionNamespaces includedNamespaces;

  private @Nullable DistributionNamespaces excludedNamespaces;

  public @Nullable DistributionNamespaces getIncludedNamespaces() {
    return includedNamespaces;
  }

  public void setIncludedNamespaces(@Nullable DistributionNamespaces includedNamespaces) {
    this.includedNamespaces = includedNamespaces;
  }

  public @Nullable DistributionNamespaces getExcludedNamespaces() {
    return excludedNamespaces;
  }

  public void setExcludedNamespaces(@Nullable DistributionNamespaces excludedNamespaces) {
    this.excludedNamespaces = excludedNamespaces;
  }
}
