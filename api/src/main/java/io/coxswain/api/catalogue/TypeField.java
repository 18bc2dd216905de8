package io.coxswain.api.catalogue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A field of a built-in type.
 *
 * @param json the name in JSON; empty for an embedded struct, whose fields belong to this type
 * @param differentGoName the name in Go; empty if it is that in JSON with a capital letter
 * @param pointer whether it is a pointer in Go, so that zero is a value and not the absence of one
 * @param required whether the published schema requires it
 * @param written whether it is written even without a value: as null if it is a pointer
 * @param number the number in protobuf; 0 if it has none
 * @param merge how two versions of the value are merged
 * @param defaultValue the published default as JSON text; empty if there is none
 */
public record TypeField(
    String json,
    String differentGoName,
    TypeRef type,
    boolean pointer,
    boolean required,
    boolean written,
    int number,
    Merge merge,
    String defaultValue) {

  /**
   * How a list, a map or a struct is merged.
   *
   * @param type {@code atomic}, {@code set}, {@code map} or {@code granular}; empty if not declared
   * @param keys the key fields of the items of a list that is merged like a map
   * @param patchStrategy of a strategic merge patch; empty if there is none
   * @param patchKey the merge key of such a patch; empty if there is none
   */
  public record Merge(String type, List<String> keys, String patchStrategy, String patchKey) {
    static final Merge UNDECLARED = new Merge("", List.of(), "", "");
  }

  /** The name in Go. */
  public String goName() {
    return differentGoName.isEmpty()
        ? Character.toUpperCase(json.charAt(0)) + json.substring(1)
        : differentGoName;
  }

  /** Whether the field is an embedded struct. */
  public boolean embedded() {
    return json.isEmpty();
  }

  /** Reads a line, without its indentation, of a type in the package. */
  static TypeField of(String line, String home) {
    int space = endOfWord(line, 0);
    String json = line.substring(0, space);
    String goName;
    String type;
    if (json.charAt(0) == '>') {
      type = json.substring(1);
      goName = type.substring(type.lastIndexOf('.') + 1);
      json = "";
    } else {
      int colon = json.indexOf(':');
      goName = colon < 0 ? "" : json.substring(colon + 1);
      json = colon < 0 ? json : json.substring(0, colon);
      int end = endOfWord(line, space + 1);
      type = line.substring(space + 1, end);
      space = end;
    }

    boolean pointer = type.charAt(0) == '*';
    boolean written = type.charAt(type.length() - 1) == '~';
    int end = written ? type.length() - 1 : type.length();
    boolean required = type.charAt(end - 1) == '!';
    type = type.substring(pointer ? 1 : 0, required ? end - 1 : end);

    int number = 0;
    Merge merge = Merge.UNDECLARED;
    String defaultValue = "";
    while (space < line.length()) {
      int next = endOfWord(line, space + 1);
      String word = line.substring(space + 1, next);
      if (Character.isDigit(word.charAt(0))) {
        number = Integer.parseInt(word);
      } else if (word.startsWith("default=")) {
        defaultValue = word.substring("default=".length());
      } else {
        merge = with(merge, word);
      }
      space = next;
    }
    return new TypeField(
        json,
        goName,
        TypeCatalogue.reference(type, home),
        pointer,
        required,
        written,
        number,
        merge,
        defaultValue);
  }

  private static int endOfWord(String line, int start) {
    int space = line.indexOf(' ', start);
    return space < 0 ? line.length() : space;
  }

  /** Adds a word such as {@code atomic}, {@code map(name)} or {@code patch=merge(name)}. */
  private static Merge with(Merge merge, String word) {
    int open = word.indexOf('(');
    String plain = open < 0 ? word : word.substring(0, open);
    String keys = open < 0 ? "" : word.substring(open + 1, word.length() - 1);
    return plain.startsWith("patch=")
        ? new Merge(merge.type, merge.keys, plain.substring("patch=".length()), keys)
        : new Merge(
            plain,
            keys.isEmpty() ? List.of() : List.of(keys.split(",")),
            merge.patchStrategy,
            merge.patchKey);
  }

  /** Reads the lines of a type in the package. */
  static List<TypeField> all(String lines, String home) {
    var fields = new ArrayList<TypeField>();
    int start = 0;
    while (start < lines.length()) {
      int end = lines.indexOf('\n', start);
      fields.add(of(lines.substring(start + 1, end), home));
      start = end + 1;
    }
    return Collections.unmodifiableList(fields);
  }
}
