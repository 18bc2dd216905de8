package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.protobuf.Protobuf;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The alternatives of an Accept header, the most wanted first. */
final class Accept {
  private Accept() {}

  /** How a response is encoded. In the order in which a wildcard chooses. */
  enum Encoding {
    JSON("application/json"),
    YAML("application/yaml"),
    PROTOBUF(Protobuf.MEDIA_TYPE);

    private final String mediaType;

    Encoding(String mediaType) {
      this.mediaType = mediaType;
    }

    String mediaType() {
      return mediaType;
    }
  }

  /**
   * One alternative.
   *
   * @param type such as {@code application/json}; in lower case
   * @param as the kind to convert to; empty for none
   * @param converts whether a conversion is wanted, however incompletely it is described
   * @param stream the streaming schema; empty for none
   */
  record Clause(
      String type,
      String as,
      String group,
      String version,
      boolean converts,
      String stream,
      double weight) {

    boolean matches(Encoding encoding) {
      return type.equals("*/*")
          || type.equals("application/*")
          || type.equals(encoding.mediaType());
    }

    /** Whether the streaming schema, if one is named, exists for the encoding. */
    boolean allowsStream(Encoding encoding) {
      return stream.isEmpty() || (encoding != Encoding.YAML && stream.equals("watch"));
    }

    /** Wildcards come after what is named. */
    private int wildcards() {
      return type.equals("*/*") ? 2 : type.endsWith("/*") ? 1 : 0;
    }

    private static Clause parse(String clause) {
      String[] parts = clause.split(";", -1);
      String as = "";
      String group = "";
      String version = "";
      String stream = "";
      boolean converts = false;
      double weight = 1;
      for (String part : Arrays.asList(parts).subList(1, parts.length)) {
        String[] pair = part.strip().split("=", 2);
        String value = pair.length == 2 ? pair[1].strip() : "";
        String name = pair[0].strip();
        converts |= List.of("as", "g", "v").contains(name);
        switch (name) {
          case "as" -> as = value;
          case "g" -> group = value;
          case "v" -> version = value;
          case "stream" -> stream = value;
          case "q" -> weight = weight(value);
          default -> {}
        }
      }
      String type = parts[0].strip().toLowerCase(Locale.ROOT);
      return new Clause(type, as, group, version, converts, stream, weight);
    }

    private static double weight(String text) {
      try {
        return Double.parseDouble(text);
      } catch (NumberFormatException e) {
        return 1;
      }
    }
  }

  static List<Clause> parse(String header) {
    return Arrays.stream(header.split(","))
        .map(clause -> Clause.parse(clause.strip()))
        .sorted(
            Comparator.comparingDouble((Clause clause) -> -clause.weight)
                .thenComparingInt(Clause::wildcards))
        .toList();
  }

  /**
   * The encoding of a response that is never converted, such as an error; null when none that the
   * caller accepts is offered.
   */
  static @Nullable Encoding plain(@Nullable String header) {
    if (header == null || header.isBlank()) {
      return Encoding.JSON;
    }
    for (Clause clause : parse(header)) {
      for (Encoding encoding : Encoding.values()) {
        if (clause.matches(encoding) && !clause.converts && clause.allowsStream(encoding)) {
          return encoding;
        }
      }
    }
    return null;
  }
}
