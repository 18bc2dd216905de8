package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Draws the values of each trial independently. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class RandomSearch {
  /** Equal seeds produce equal trials. */
  private @Nullable Long seed;

  public @Nullable Long getSeed() {
    return seed;
  }

  public void setSeed(@Nullable Long seed) {
    this.seed = seed;
  }
}
