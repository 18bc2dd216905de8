package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** A metric reported by the trials, and its direction. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class OptimizationObjective {
  @Required
  @Length(min = 1, max = 64)
  private String metric = "";

  @Default("Minimize")
  @Allowed({"Maximize", "Minimize"})
  private @Nullable String direction;

  public String getMetric() {
    return metric;
  }

  public void setMetric(String metric) {
    this.metric = metric;
  }

  public @Nullable String getDirection() {
    return direction;
  }

  public void setDirection(@Nullable String direction) {
    this.direction = direction;
  }
}
