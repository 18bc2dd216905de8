package io.coxswain.apiserver.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names of fields, each as one string for all trees: they are few, come again with every
 * object, and a string that was used before knows its hash. A name that comes to the place of
 * another takes it, so there are never more than places.
 */
final class FieldNames {
  private static final int PLACES = 2048;
  private static final int MAX_LENGTH = 64;

  /** Races are harmless: whoever loses has a string of its own. */
  private static final Name[] KNOWN = new Name[PLACES];

  private FieldNames() {}

  private record Name(byte[] bytes, String text) {}

  static String of(byte[] bytes, int from, int to) {
    if (to - from > MAX_LENGTH) {
      return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
    int hash = to - from;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    int place = (hash ^ hash >>> 11) & PLACES - 1;
    Name known = KNOWN[place];
    if (known != null && Arrays.equals(known.bytes, 0, known.bytes.length, bytes, from, to)) {
      return known.text;
    }
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    KNOWN[place] = new Name(Arrays.copyOfRange(bytes, from, to), text);
    return text;
  }
}
