package io.coxswain.api.crd;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Descriptions of fields by class and name, as the build reads them from {@code fields.txt}. */
public final class CrdDescriptions {
  private static final String ANY_CLASS = "*";

  private final SortedMap<String, String> texts;

  private CrdDescriptions(SortedMap<String, String> texts) {
    this.texts = texts;
  }

  /** For classes of other projects, which have no such file. */
  public static CrdDescriptions none() {
    return new CrdDescriptions(Collections.emptySortedMap());
  }

  /**
   * Parses the lines of a file whose header explains its format.
   *
   * @throws IllegalArgumentException if a line is not a field with its description, or is a
   *     duplicate
   */
  public static CrdDescriptions read(List<String> lines) {
    var texts = new TreeMap<String, String>();
    String type = "";
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ")) {
        type = line;
        continue;
      }
      String[] parts = line.strip().split(": ", 2);
      if (parts.length != 2 || texts.put(type + "." + parts[0], parts[1]) != null) {
        throw new IllegalArgumentException("not a new field and its description: " + line);
      }
    }
    return new CrdDescriptions(texts);
  }

  /** The description of a field; empty if there is none. */
  public String of(Class<?> type, String field) {
    String own = texts.get(type.getSimpleName() + "." + field);
    return own == null ? texts.getOrDefault(ANY_CLASS + "." + field, "") : own;
  }
}
