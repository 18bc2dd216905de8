package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;

/** A sidecar container of the database. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbContainer extends MariaDbProgram {
  @Required private String image = "";

  public String getImage() {
    return image;
  }

  public void setImage(String image) {
    this.image = image;
  }
}
