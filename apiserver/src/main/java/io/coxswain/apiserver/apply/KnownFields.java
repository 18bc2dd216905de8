package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.LazyJson;
import io.coxswain.apiserver.json.Span;

/**
 * What was read from {@code fieldsV1}, by its bytes. Objects that were made alike are owned alike,
 * so the same few texts come again and again. A text that comes to the place of another takes it,
 * so there are never more than places.
 */
final class KnownFields {
  private static final int PLACES = 128;
  private static final int MAX_LENGTH = 16 * 1024;

  /** Races are harmless: whoever loses has read for itself. */
  private static final Known[] KNOWN = new Known[PLACES];

  private KnownFields() {}

  private record Known(byte[] json, FieldSet fields) {}

  /** As {@link FieldSet#parse}. */
  static FieldSet parse(JsonNode fieldsV1) {
    Span span = LazyJson.span(fieldsV1);
    if (span == null || span.length() > MAX_LENGTH) {
      return FieldSet.parse(fieldsV1);
    }
    int hash = span.hash();
    int place = (hash ^ hash >>> 15) & PLACES - 1;
    Known known = KNOWN[place];
    if (known != null && span.isEqual(known.json)) {
      return known.fields;
    }
    FieldSet fields = FieldSet.parse(fieldsV1.deepCopy()).written();
    KNOWN[place] = new Known(span.copy(), fields);
    return fields;
  }
}
