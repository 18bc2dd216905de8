package io.coxswain.apiserver.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Names that complaints of Go's decoder show and OpenAPI does not have: those of named scalar types
 * and of embedded structs. Read when the first complaint is made.
 */
final class GoNames {
  private GoNames() {}

  /** Written by {@code build/GoNames.java}. */
  private static final class Data {
    static final Map<String, String> TYPES = new HashMap<>();
    static final Map<String, String> EMBEDDED = new HashMap<>();

    private Data() {}

    static {
      try (InputStream in = GoNames.class.getResourceAsStream("gonames.txt")) {
        String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        text.lines().forEach(Data::read);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void read(String line) {
      String[] words = line.split(" ");
      for (int i = 1; i < words.length; i++) {
        int equals = words[i].indexOf('=');
        int hat = words[i].indexOf('^');
        if (equals > 0) {
          TYPES.put(words[0] + "." + words[i].substring(0, equals), words[i].substring(equals + 1));
        } else {
          EMBEDDED.put(words[0] + "." + words[i].substring(hat + 1), words[i].substring(0, hat));
        }
      }
    }
  }

  /** The named type of a field; empty when its type has no name of its own. */
  static String type(String struct, String field) {
    return Data.TYPES.getOrDefault(struct + "." + field, "");
  }

  /** The embedded struct that a field comes from; empty when it is the struct's own. */
  static String embedded(String struct, String field) {
    return Data.EMBEDDED.getOrDefault(struct + "." + field, "");
  }
}
