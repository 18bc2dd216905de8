package io.coxswain.apiserver.openapi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The descriptions of built-in types and their fields. The texts are not part of our sources: the
 * build extracts them from a published client ({@code build/Descriptions.java}) into a resource,
 * which is read when documents are written and not kept.
 */
public final class FieldDescriptions {
  private static final String RESOURCE = "descriptions.txt.gz";

  /**
   * For fields that refer to a type, for which that client has only the description of the type.
   */
  private static final Map<String, String> DEFAULT =
      Map.of(
          "metadata", "Standard metadata of the object.",
          "spec", "The desired state of the object.",
          "status", "The observed state of the object.");

  private final SortedMap<String, Described> types;

  private record Described(String text, SortedMap<String, String> fields) {}

  private FieldDescriptions(SortedMap<String, Described> types) {
    this.types = types;
  }

  /** No descriptions. */
  public static FieldDescriptions none() {
    return new FieldDescriptions(Collections.emptySortedMap());
  }

  /** Loads the resource; empty if the build omitted it. */
  public static FieldDescriptions load() {
    try (InputStream in = FieldDescriptions.class.getResourceAsStream(RESOURCE)) {
      return in == null ? none() : read(new GZIPInputStream(in));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESOURCE, e);
    }
  }

  private static FieldDescriptions read(InputStream in) throws IOException {
    var types = new TreeMap<String, Described>();
    var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    Described last = null;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      String[] parts = line.split("\t", -1);
      if (parts[0].isEmpty() && last != null) {
        last.fields.put(parts[1], unescaped(parts[2]));
      } else {
        last = new Described(unescaped(parts[1]), new TreeMap<>());
        types.put(parts[0], last);
      }
    }
    return new FieldDescriptions(types);
  }

  private static String unescaped(String line) {
    return line.indexOf('\\') < 0 ? line : line.translateEscapes();
  }

  /**
   * The description of a type; empty if there is none.
   *
   * @param typeName such as {@code core.v1.PodSpec}
   */
  String ofType(String typeName) {
    Described type = find(typeName);
    return type == null ? "" : type.text;
  }

  /** The description of a field of a type; empty if there is none. */
  String ofField(String typeName, String field) {
    Described type = find(typeName);
    if (type == null) {
      return "";
    }
    String text = type.fields.getOrDefault(field, "");
    return text.isEmpty() ? DEFAULT.getOrDefault(field, "") : text;
  }

  /** That client names types by version and name, and by group if that is ambiguous. */
  private @Nullable Described find(String typeName) {
    String[] parts = typeName.split("\\.");
    if (parts.length != 3) {
      return null;
    }
    String name = capitalized(parts[1]) + parts[2];
    for (String each : List.of(capitalized(parts[0]) + name, name)) {
      Described found = types.get(each);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static String capitalized(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
