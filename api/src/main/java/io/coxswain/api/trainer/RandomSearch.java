package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Every trial draws its values anew. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class RandomSearch {
  /** The same seed gives the same trials. */
  private @Nullable Long seed;

  public @Nullable Long getSeed() {
    return seed;
  }

  public void setSeed(@Nullable Long seed) {
    this.seed = seed;
  }
}
