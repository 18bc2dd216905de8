package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdRule;
import org.jspecify.annotations.Nullable;

/** The possible values of a hyperparameter. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@CrdRule(
    value =
        "[has(self.uniform),has(self.logUniform),has(self.categorical)].filter(x,x==true).size() =="
            + " 1",
    message = "exactly one of the fields in [uniform logUniform categorical] must be set")
public class SearchSpace {
  private @Nullable UniformSpace uniform;

  private @Nullable LogUniformSpace logUniform;

  private @Nullable CategoricalSpace categorical;

  public @Nullable UniformSpace getUniform() {
    return uniform;
  }

  public void setUniform(@Nullable UniformSpace uniform) {
    this.uniform = uniform;
  }

  public @Nullable LogUniformSpace getLogUniform() {
    return logUniform;
  }

  public void setLogUniform(@Nullable LogUniformSpace logUniform) {
    this.logUniform = logUniform;
  }

  public @Nullable CategoricalSpace getCategorical() {
    return categorical;
  }

  public void setCategorical(@Nullable CategoricalSpace categorical) {
    this.categorical = categorical;
  }
}
