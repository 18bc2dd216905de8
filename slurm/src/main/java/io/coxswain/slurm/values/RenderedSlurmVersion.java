package io.coxswain.slurm.values;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The releases of Slurm that can be rendered for, oldest first. */
public enum RenderedSlurmVersion {
  V22_05("22.05"),
  V23_02("23.02"),
  V23_11("23.11"),
  V24_05("24.05"),
  V24_11("24.11"),
  V25_05("25.05"),
  V25_11("25.11"),
  V26_05("26.05");

  private final String text;

  RenderedSlurmVersion(String text) {
    this.text = text;
  }

  /**
   * The release of a version such as {@code 22.05} or {@code 22.05.8}.
   *
   * @throws IllegalArgumentException if it is not a supported release
   */
  public static RenderedSlurmVersion of(String version) {
    return find(version)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unsupported Slurm version \"%s\"; must be one of: %s"
                        .formatted(
                            version,
                            Arrays.stream(values())
                                .map(known -> known.text)
                                .collect(Collectors.joining(", ")))));
  }

  /** As {@link #of}, or nothing. */
  static Optional<RenderedSlurmVersion> find(String version) {
    return Arrays.stream(values())
        .filter(known -> version.equals(known.text) || version.startsWith(known.text + "."))
        .findFirst();
  }

  /** Whether this release is that one or a later one. */
  public boolean since(RenderedSlurmVersion first) {
    return compareTo(first) >= 0;
  }

  @Override
  public String toString() {
    return text;
  }
}
