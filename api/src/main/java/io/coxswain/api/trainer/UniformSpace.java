package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Pattern;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** A uniformly distributed number between two bounds, written as text. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@CrdRule(
    value = "double(self.min) < double(self.max)",
    message = "min must be strictly less than max")
public class UniformSpace {
  @Required
  @Length(min = 1, max = 64)
  @Pattern("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$")
  private String min = "";

  @Required
  @Length(min = 1, max = 64)
  @Pattern("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$")
  private String max = "";

  @Default("Float")
  @Allowed({"Int", "Float"})
  private @Nullable String type;

  public String getMin() {
    return min;
  }

  public void setMin(String min) {
    this.min = min;
  }

  public String getMax() {
    return max;
  }

  public void setMax(String max) {
    this.max = max;
  }

  public @Nullable String getType() {
    return type;
  }

  public void setType(@Nullable String type) {
    this.type = type;
  }
}
