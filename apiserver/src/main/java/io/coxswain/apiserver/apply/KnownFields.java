package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.LazyJson;
import io.coxswain.apiserver.json.Span;

/**
 * Caches parsed {@code fieldsV1} by their bytes. Objects created alike have equal owners, so the
 * same few texts occur again and again. Direct-mapped: a new text replaces the one in its slot, so
 * the cache is bounded.
 */
final class KnownFields {
  private static final int PLACES = 128;
  private static final int MAX_LENGTH = 16 * 1024;

  /** Races are harmless: the loser has parsed its own copy. */
  private static final Known[] KNOWN = new Known[PLACES];

  private KnownFields() {}

  private record Known(byte[] json, FieldSet fields) {}

  /** Like {@link FieldSet#parse}. */
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
