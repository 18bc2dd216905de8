package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;

/** A hyperparameter and its search space. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class SearchParameter {
  @Required
  @Length(min = 1, max = 64)
  private String name = "";

  @Required private SearchSpace searchSpace = new SearchSpace();

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public SearchSpace getSearchSpace() {
    return searchSpace;
  }

  public void setSearchSpace(SearchSpace searchSpace) {
    this.searchSpace = searchSpace;
  }
}
