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
public record Verdict(@Nullable String denial, List<String> warnings) {

  public Verdict {
    warnings = List.copyOf(warnings);
  }

  public static Verdict allow() {
    return new Verdict(null, List.of());
  }

  public static Verdict deny(String why) {
    return new Verdict(why, List.of());
  }

  /** Refuses if there is any problem; several are told at once, as Go programs list errors. */
  public static Verdict of(Collection<?> problems) {
    List<String> texts = problems.stream().map(String::valueOf).distinct().toList();
    return switch (texts.size()) {
      case 0 -> allow();
      case 1 -> deny(texts.getFirst());
      default -> deny(texts.stream().collect(Collectors.joining(", ", "[", "]")));
    };
  }

  /** The same verdict, with warnings. */
  public Verdict warn(Collection<String> more) {
    var all = new ArrayList<>(warnings);
    all.addAll(more);
    return new Verdict(denial, all);
  }

  public Verdict warn(String one) {
    return warn(List.of(one));
  }
}
