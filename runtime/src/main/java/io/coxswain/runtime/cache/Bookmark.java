package io.coxswain.runtime.cache;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import java.io.IOException;

/** The content of a BOOKMARK frame: all changes up to the version have been sent. */
record Bookmark(String version, boolean endsInitialEvents) {

  static Bookmark read(byte[] object) throws IOException {
    JsonNode metadata = Json.MAPPER.readTree(object).path("metadata");
    return new Bookmark(
        metadata.path("resourceVersion").asText(""),
        metadata.path("annotations").path("k8s.io/initial-events-end").asText("").equals("true"));
  }
}
