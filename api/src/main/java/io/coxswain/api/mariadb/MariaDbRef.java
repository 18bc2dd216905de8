package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** A reference to a database. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbRef {
  private @Nullable String name;

  private @Nullable String namespace;

  private @Nullable Boolean waitForIt;

  public @Nullable String getName() {
    return name;
  }

  public void setName(@Nullable String name) {
    this.name = name;
  }

  public @Nullable String getNamespace() {
    return namespace;
  }

  public void setNamespace(@Nullable String namespace) {
    this.namespace = namespace;
  }

  public @Nullable Boolean getWaitForIt() {
    return waitForIt;
  }

  public void setWaitForIt(@Nullable Boolean waitForIt) {
    this.waitForIt = waitForIt;
  }
}
