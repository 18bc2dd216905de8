package io.coxswain.runtime.webhook;

import io.coxswain.api.ApiException;
import java.util.Collection;
import java.util.function.Function;

/**
 * Says whether a change is acceptable. An {@link ApiException} refuses it too, and is what the
 * caller of the API gets to see.
 */
@FunctionalInterface
public interface Validator<T> {
  ValidationResult validate(Review<T> review) throws ApiException;

  /** Refuses to create an object, or to change one into an object, that has problems. */
  static <T> Validator<T> of(Function<T, ? extends Collection<?>> problems) {
    return review ->
        switch (review) {
          case Review.Create<T>(T object) -> ValidationResult.of(problems.apply(object));
          case Review.Update<T>(T _, T object) -> ValidationResult.of(problems.apply(object));
          case Review.Delete<T> _ -> ValidationResult.allow();
        };
  }
}
