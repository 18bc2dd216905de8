package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdRule;
import org.jspecify.annotations.Nullable;

/** The algorithm that chooses the values of trials. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@CrdRule(
    value = "[has(self.random),has(self.grid)].filter(x,x==true).size() == 1",
    message = "exactly one of the fields in [random grid] must be set")
public class SearchAlgorithm {
  private @Nullable RandomSearch random;

  private @Nullable GridSearch grid;

  public @Nullable RandomSearch getRandom() {
    return random;
  }

  public void setRandom(@Nullable RandomSearch random) {
    this.random = random;
  }

  public @Nullable GridSearch getGrid() {
    return grid;
  }

  public void setGrid(@Nullable GridSearch grid) {
    this.grid = grid;
  }
}
