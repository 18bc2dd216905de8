package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The Service of a database. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbServiceTemplate {
  private @Nullable String type;

  public @Nullable String getType() {
    return type;
  }

  public void setType(@Nullable String type) {
    this.type = type;
  }
}
