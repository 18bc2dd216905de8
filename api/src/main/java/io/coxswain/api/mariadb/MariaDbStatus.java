package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;

/** The observed state of the database. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbStatus {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Condition> conditions = new ArrayList<>();

  public List<Condition> getConditions() {
    return conditions;
  }

  public void setConditions(List<Condition> conditions) {
    this.conditions = conditions;
  }
}
