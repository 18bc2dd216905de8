package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** How the pods of all Jobs reach one another. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class Network {
  private @Nullable Boolean enableDNSHostnames;

  /** The name of the headless Service; the name of the JobSet if absent. */
  private @Nullable String subdomain;

  private @Nullable Boolean publishNotReadyAddresses;

  public @Nullable Boolean getEnableDNSHostnames() {
    return enableDNSHostnames;
  }

  public void setEnableDNSHostnames(@Nullable Boolean enableDNSHostnames) {
    this.enableDNSHostnames = enableDNSHostnames;
  }

  public @Nullable String getSubdomain() {
    return subdomain;
  }

  public void setSubdomain(@Nullable String subdomain) {
    this.subdomain = subdomain;
  }

  public @Nullable Boolean getPublishNotReadyAddresses() {
    return publishNotReadyAddresses;
  }

  public void setPublishNotReadyAddresses(@Nullable Boolean publishNotReadyAddresses) {
    this.publishNotReadyAddresses = publishNotReadyAddresses;
  }
}
