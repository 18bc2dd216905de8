package io.coxswain.sim;

/** Reads revisions out of JSON without parsing it. */
final class Revisions {
  private static final byte[] FIELD =
      "\"resourceVersion\":\"".getBytes(java.nio.charset.StandardCharsets.UTF_8);

  private Revisions() {}

  /** The highest revision in a document; 0 if it contains none. */
  static long of(byte[] json) {
    long highest = 0;
    int matched = 0;
    for (int i = 0; i < json.length; i++) {
      if (json[i] != FIELD[matched]) {
        matched = json[i] == FIELD[0] ? 1 : 0;
      } else if (++matched == FIELD.length) {
        matched = 0;
        long number = 0;
        while (i + 1 < json.length
            && json[i + 1] >= '0'
            && json[i + 1] <= '9'
            && number < 1L << 56) {
          number = number * 10 + json[++i] - '0';
        }
        highest = Math.max(highest, number);
      }
    }
    return highest;
  }
}
