package io.coxswain.runtime.webhook;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of a validation.
 *
 * @param denial the reason of a rejection; null if the change is allowed
 * @param warnings for the user, in both cases
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

  /** Denies if there are problems; several are combined into one message in Go's list format. */
  public static ValidationResult of(Collection<?> problems) {
    List<String> texts = problems.stream().map(String::valueOf).distinct().toList();
    return switch (texts.size()) {
      case 0 -> allow();
      case 1 -> deny(texts.getFirst());
      default -> deny(texts.stream().collect(Collectors.joining(", ", "[", "]")));
    };
  }

  /** The same result with additional warnings. */
  public ValidationResult warn(Collection<String> more) {
    var combined = new ArrayList<>(warnings);
    combined.addAll(more);
    return new ValidationResult(denial, combined);
  }

  public ValidationResult warn(String one) {
    return warn(List.of(one));
  }
}
