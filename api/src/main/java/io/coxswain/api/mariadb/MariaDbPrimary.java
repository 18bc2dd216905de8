package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Format;
import org.jspecify.annotations.Nullable;

/** The primary replica and its failover. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbPrimary {
  @Format("")
  private @Nullable Integer podIndex;

  private @Nullable Boolean autoFailover;

  private @Nullable String autoFailoverDelay;

  public @Nullable Integer getPodIndex() {
    return podIndex;
  }

  public void setPodIndex(@Nullable Integer podIndex) {
    this.podIndex = podIndex;
  }

  public @Nullable Boolean getAutoFailover() {
    return autoFailover;
  }

  public void setAutoFailover(@Nullable Boolean autoFailover) {
    this.autoFailover = autoFailover;
  }

  public @Nullable String getAutoFailoverDelay() {
    return autoFailoverDelay;
  }

  public void setAutoFailoverDelay(@Nullable String autoFailoverDelay) {
    this.autoFailoverDelay = autoFailoverDelay;
  }
}
