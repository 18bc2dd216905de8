package io.coxswain.apiserver.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Interned field names, shared by all trees: they are few and occur in every object, and an
 * interned string caches its hash. Direct-mapped: a new name replaces the one in its slot, so the
 * table is bounded.
 */
final class FieldNames {
  private static final int PLACES = 2048;
  private static final int MAX_LENGTH = 64;

  /** Races are harmless: the loser has its own string. */
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
