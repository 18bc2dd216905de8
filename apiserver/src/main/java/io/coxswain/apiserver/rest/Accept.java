package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.protobuf.Protobuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The alternatives of an Accept header, the most preferred first. */
public final class Accept {
  /** Further clauses are ignored. */
  private static final int MAX_CLAUSES = 100;

  private Accept() {}

  /** The encodings of responses, in the order in which a wildcard chooses. */
  public enum Encoding {
    JSON("application/json"),
    YAML("application/yaml"),
    PROTOBUF(Protobuf.MEDIA_TYPE);

    private final String mediaType;

    Encoding(String mediaType) {
      this.mediaType = mediaType;
    }

    public String mediaType() {
      return mediaType;
    }
  }

  /**
   * One alternative.
   *
   * @param type such as {@code application/json}
   * @param as the kind to convert to; empty for none
   * @param converts whether a conversion is wanted, however incompletely it is described
   * @param stream the streaming schema; empty for none
   */
  public record Clause(
      String type,
      String as,
      String group,
      String version,
      boolean converts,
      String stream,
      double weight) {

    public boolean matches(Encoding encoding) {
      return type.equals("*/*")
          || type.equals("application/*")
          || type.equals(encoding.mediaType());
    }

    /** Whether the requested streaming schema, if any, exists for the encoding. */
    public boolean allowsStream(Encoding encoding) {
      return stream.isEmpty() || (encoding != Encoding.YAML && stream.equals("watch"));
    }

    /**
     * Whether upstream sorts this clause before another. Not an order: a named type also comes
     * before a wildcard of a higher weight.
     */
    private boolean isBefore(Clause other) {
      return weight > other.weight
          || (!type.startsWith("*/") && other.type.startsWith("*/"))
          || (!type.endsWith("/*") && other.type.endsWith("/*"));
    }

    /** Null for what names no media range; upstream skips that. */
    private static @Nullable Clause parse(String clause) {
      String[] parts = clause.split(";", -1);
      String[] range = parts[0].split("/", -1);
      String type =
          parts[0].strip().equals("*")
              ? "*/*"
              : range[0].strip() + "/" + range[range.length - 1].strip();
      if (!type.equals("*/*") && (range.length != 2 || range[1].isEmpty())) {
        return null;
      }
      String as = "";
      String group = "";
      String version = "";
      String stream = "";
      boolean converts = false;
      double weight = 1;
      for (String part : Arrays.asList(parts).subList(1, parts.length)) {
        String[] pair = part.split("=", -1);
        if (pair.length != 2 || pair[1].isEmpty()) {
          continue;
        }
        String value = pair[1].strip();
        String name = pair[0].strip();
        converts |= List.of("as", "g", "v").contains(name);
        switch (name) {
          case "as" -> as = value;
          case "g" -> group = value;
          case "v" -> version = value;
          case "stream" -> stream = value;
          case "q" -> weight = weight(pair[1]);
          default -> {}
        }
      }
      return new Clause(type, as, group, version, converts, stream, weight);
    }

    private static double weight(String text) {
      try {
        return text.strip().equals(text) ? Double.parseDouble(text) : 0;
      } catch (NumberFormatException e) {
        return 0;
      }
    }
  }

  public static List<Clause> parse(String header) {
    var sorted = new ArrayList<Clause>();
    for (String part : header.split(",", MAX_CLAUSES)) {
      Clause clause = Clause.parse(part);
      if (clause == null) {
        continue;
      }
      // By insertion, because the result depends on how one sorts by what is not an order.
      int at = sorted.size();
      while (at > 0 && clause.isBefore(sorted.get(at - 1))) {
        at--;
      }
      sorted.add(at, clause);
    }
    return sorted;
  }

  /**
   * Whether upstream's router takes a request to a path that offers these media types. It ignores
   * parameters and knows no media range but the one of everything.
   */
  static boolean routes(@Nullable String header, List<String> offered) {
    return header == null
        || header.isBlank()
        || Arrays.stream(header.split(",", MAX_CLAUSES))
            .map(clause -> clause.split(";", 2)[0].strip())
            .anyMatch(type -> type.equals("*/*") || offered.contains(type));
  }

  /**
   * The encoding of a response that is never converted, such as an error; null if no accepted one
   * is available.
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
