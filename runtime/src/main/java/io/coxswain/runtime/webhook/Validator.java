package io.coxswain.runtime.webhook;

import io.coxswain.api.ApiException;
import java.util.Collection;
import java.util.function.Function;

/**
 * Validates changes. An {@link ApiException} rejects the change too, and is returned to the API
 * client.
 */
@FunctionalInterface
public interface Validator<T> {
  ValidationResult validate(Review<T> review) throws ApiException;

  /** Rejects objects with problems on create and update. */
  static <T> Validator<T> of(Function<T, ? extends Collection<?>> problems) {
    return review ->
        switch (review) {
          case Review.Create<T>(T object) -> ValidationResult.of(problems.apply(object));
          case Review.Update<T>(T _, T object) -> ValidationResult.of(problems.apply(object));
          case Review.Delete<T> _ -> ValidationResult.allow();
        };
  }
}
