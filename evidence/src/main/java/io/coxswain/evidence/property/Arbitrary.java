package io.coxswain.evidence.property;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Generates values of one type. Immutable.
 *
 * @param <T> the type of the values
 */
@FunctionalInterface
public interface Arbitrary<T extends @Nullable Object> {

  /** After this many values that a filter rejects, generating fails. */
  int MAX_REJECTED = 10_000;

  /** Generates one value, which depends only on the choices. */
  T generate(Choices choices);

  /** Converts the values. */
  default <U extends @Nullable Object> Arbitrary<U> map(Function<? super T, ? extends U> mapping) {
    return choices -> mapping.apply(generate(choices));
  }

  /** Chooses a second generator by the value of this one. */
  default <U extends @Nullable Object> Arbitrary<U> flatMap(
      Function<? super T, ? extends Arbitrary<U>> mapping) {
    return choices -> mapping.apply(generate(choices)).generate(choices);
  }

  /** Limits the values to those that match. */
  default Arbitrary<T> filter(Predicate<? super T> predicate) {
    return choices -> {
      for (int i = 0; i < MAX_REJECTED; i++) {
        T value = generate(choices);
        if (predicate.test(value)) {
          return value;
        }
      }
      throw new IllegalStateException("the filter rejected " + MAX_REJECTED + " values in a row");
    };
  }

  /** Generates null with the given probability. */
  @SuppressWarnings("NullAway") // a lambda whose type parameter is nullable
  default Arbitrary<@Nullable T> injectNull(double probability) {
    return choices -> choices.fraction() < probability ? null : generate(choices);
  }

  /** Generates an absent value once in twenty times. */
  default Arbitrary<Optional<T>> optional() {
    return choices ->
        choices.index(20) == 0 ? Optional.empty() : Optional.ofNullable(generate(choices));
  }

  /** Generates lists. */
  default SizedArbitrary<List<T>> list() {
    return SizedArbitrary.lists(this);
  }

  /** Generates sets that iterate in the order of generation. */
  default SizedArbitrary<Set<T>> set() {
    return SizedArbitrary.sets(this);
  }
}
