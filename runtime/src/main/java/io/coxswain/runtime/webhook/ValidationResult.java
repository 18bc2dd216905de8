package io.coxswain.runtime.webhook;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a validator found.
 *
 * @param denial why the change is refused; null when it is not
 * @param warnings for the user, whatever the verdict
 */
public record ValidationResult(@Nullable String denial, List<String> warnings) {

  public ValidationResult {
    warnings = List.copyOf(warnings);
  }

  public static ValidationResult allow() {
    return new ValidationResult(null, List.of());
  }

  public static ValidationResult deny(String why) {
    return new ValidationResult(why, List.of());
  }

  /** Refuses if there is any problem; several are told at once, as Go programs list errors. */
  public static ValidationResult of(Collection<?> problems) {
    List<String> texts = problems.stream().map(String::valueOf).distinct().toList();
    return switch (texts.size()) {
      case 0 -> allow();
      case 1 -> deny(texts.getFirst());
      default -> deny(texts.stream().collect(Collectors.joining(", ", "[", "]")));
    };
  }

  /** The same verdict, with warnings. */
  public ValidationResult warn(Collection<String> more) {
    var all = new ArrayList<>(warnings);
    all.addAll(more);
    return new ValidationResult(denial, all);
  }

  public ValidationResult warn(String one) {
    return warn(List.of(one));
  }
}
