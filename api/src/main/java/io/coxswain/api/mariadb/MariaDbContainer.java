package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;

/** A container beside the database's own. */
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
