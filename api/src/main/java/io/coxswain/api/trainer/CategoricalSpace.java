package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;

/** One of the listed texts. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class CategoricalSpace {
  @Required
  @CrdListType("set")
  @Size(min = 1, max = 100)
  private List<@Length(max = 64) String> choices = new ArrayList<>();

  public List<String> getChoices() {
    return choices;
  }

  public void setChoices(List<String> choices) {
    this.choices = choices;
  }
}
