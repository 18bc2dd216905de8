package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.coxswain.api.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the keys that an object of a JSON text has more than once; the last one counts. */
public final class Duplicates {
  private final JsonParser parser;
  private final List<String> found = new ArrayList<>();

  private Duplicates(JsonParser parser) {
    this.parser = parser;
  }

  /** The paths, as {@code spec.replicas}; none if the text is not JSON. */
  public static List<String> find(byte[] json) {
    try (JsonParser parser = Json.MAPPER.createParser(json)) {
      var duplicates = new Duplicates(parser);
      parser.nextToken();
      duplicates.value("");
      return duplicates.found;
    } catch (IOException e) {
      return List.of(); // who reads the body says what is wrong with it
    }
  }

  private void value(String path) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      Set<String> keys = new LinkedHashSet<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        String child = path.isEmpty() ? key : path + "." + key;
        parser.nextToken();
        boolean again = !keys.add(key);
        if (again && !found.contains(child)) {
          found.add(child);
        }
        value(child);
      }
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
        value(path + "[" + i + "]");
      }
    }
  }
}
