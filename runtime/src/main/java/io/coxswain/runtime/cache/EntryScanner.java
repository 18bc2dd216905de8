package io.coxswain.runtime.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.compression.Body;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header of an object from its JSON and removes the managedFields, without building a
 * tree. Parses no further than the end of {@code metadata}.
 */
final class EntryScanner {
  private final byte[] object;
  private final Projection projection;
  private final Function<byte[], Body> keep;

  private String namespace = "";
  private @Nullable String name;
  private String uid = "";
  private @Nullable String version;
  private boolean deleting;
  private Map<String, String> labels = Map.of();
  private Entry.@Nullable Controller controller;
  private int metadataStart = -1;
  private int metadataEnd = -1;
  private int cutStart = -1;
  private int cutEnd = -1;

  private EntryScanner(byte[] object, Projection projection, Function<byte[], Body> keep) {
    this.object = object;
    this.projection = projection;
    this.keep = keep;
  }

  /**
   * The entry for an object.
   *
   * @throws IOException if the bytes are not an object with a name
   */
  static Entry scan(byte[] object, Projection projection) throws IOException {
    return scan(object, projection, Body::plain);
  }

  /**
   * As {@link #scan(byte[], Projection)}.
   *
   * @param keep the representation of the bytes to store
   */
  static Entry scan(byte[] object, Projection projection, Function<byte[], Body> keep)
      throws IOException {
    var scanner = new EntryScanner(object, projection, keep);
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(object)) {
      scanner.read(parser);
    }
    return scanner.entry();
  }

  private void read(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new IOException("not a JSON object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean metadata = parser.currentName().equals("metadata");
      parser.nextToken();
      if (metadata) {
        metadataStart = tokenStart(parser);
        readMetadata(parser);
        metadataEnd = position(parser);
        return;
      }
      parser.skipChildren();
    }
  }

  private void readMetadata(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new IOException("metadata is not an object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      int start = tokenStart(parser);
      parser.nextToken();
      switch (field) {
        case "name" -> name = parser.getValueAsString();
        case "namespace" -> namespace = intern(parser.getValueAsString(""));
        case "uid" -> uid = parser.getValueAsString("");
        case "resourceVersion" -> version = parser.getValueAsString();
        case "deletionTimestamp" -> deleting = parser.currentToken() != JsonToken.VALUE_NULL;
        case "labels" -> labels = readLabels(parser);
        case "ownerReferences" -> readOwners(parser);
        case "managedFields" -> {
          parser.skipChildren();
          cutStart = start;
          cutEnd = position(parser);
        }
        default -> parser.skipChildren();
      }
    }
  }

  private static Map<String, String> readLabels(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return Map.of();
    }
    var read = new TreeMap<String, String>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = intern(parser.currentName());
      parser.nextToken();
      read.put(key, intern(parser.getValueAsString("")));
    }
    return Map.copyOf(read);
  }

  private void readOwners(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return;
    }
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      String apiVersion = "";
      String kind = "";
      String ownerName = "";
      String ownerUid = "";
      boolean controls = false;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "apiVersion" -> apiVersion = intern(parser.getValueAsString(""));
          case "kind" -> kind = intern(parser.getValueAsString(""));
          case "name" -> ownerName = parser.getValueAsString("");
          case "uid" -> ownerUid = parser.getValueAsString("");
          case "controller" -> controls = parser.getValueAsBoolean();
          default -> parser.skipChildren();
        }
      }
      if (controls) {
        controller = new Entry.Controller(apiVersion, kind, intern(ownerName), intern(ownerUid));
      }
    }
  }

  /** Many objects share few values; the JVM's string table holds interned strings weakly. */
  private static String intern(String text) {
    return text.intern();
  }

  private Entry entry() throws IOException {
    if (name == null) {
      throw new IOException("object has no metadata.name");
    }
    return new Entry(
        new ObjectKey(namespace, name),
        uid,
        ResourceVersions.parse(version),
        deleting,
        labels,
        controller,
        keep.apply(kept()));
  }

  /** The bytes to store: everything except managedFields, or only the metadata. */
  private byte[] kept() {
    int start = 0;
    int end = object.length;
    byte[] prefix = {};
    byte[] suffix = {};
    if (projection == Projection.METADATA) {
      start = metadataStart;
      end = metadataEnd;
      prefix = METADATA_PREFIX;
      suffix = METADATA_SUFFIX;
    } else if (cutStart < 0) {
      return object;
    }
    var out = new ByteArrayOutputStream(end - start + 16);
    out.writeBytes(prefix);
    if (cutStart < 0) {
      out.write(object, start, end - start);
    } else {
      widenCutByOneComma();
      out.write(object, start, cutStart - start);
      out.write(object, cutEnd, end - cutEnd);
    }
    out.writeBytes(suffix);
    return out.toByteArray();
  }

  private static final byte[] METADATA_PREFIX = {
    '{', '"', 'm', 'e', 't', 'a', 'd', 'a', 't', 'a', '"', ':'
  };
  private static final byte[] METADATA_SUFFIX = {'}'};

  /** Removes the comma before the field, or the comma after it if the field is the first. */
  private void widenCutByOneComma() {
    int before = cutStart - 1;
    while (isSpace(object[before])) {
      before--;
    }
    if (object[before] == ',') {
      cutStart = before;
      return;
    }
    int after = cutEnd;
    while (isSpace(object[after])) {
      after++;
    }
    if (object[after] == ',') {
      cutEnd = after + 1;
    }
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\t' || b == '\r';
  }

  private static int tokenStart(JsonParser parser) {
    return (int) parser.currentTokenLocation().getByteOffset();
  }

  /** The position after the current token. */
  private static int position(JsonParser parser) {
    return (int) parser.currentLocation().getByteOffset();
  }

  /** Extracts the items of a list from its JSON. */
  static Listed list(byte[] body) throws IOException {
    var listed = new Listed();
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken value = parser.nextToken();
        if (field.equals("metadata") && value == JsonToken.START_OBJECT) {
          while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String inner = parser.currentName();
            parser.nextToken();
            switch (inner) {
              case "resourceVersion" -> listed.version = parser.getValueAsString("");
              case "continue" -> listed.more = parser.getValueAsString("");
              default -> parser.skipChildren();
            }
          }
        } else if (field.equals("items") && value == JsonToken.START_ARRAY) {
          while (parser.nextToken() == JsonToken.START_OBJECT) {
            int start = tokenStart(parser);
            parser.skipChildren();
            listed.items.add(Arrays.copyOfRange(body, start, position(parser)));
          }
        } else {
          parser.skipChildren();
        }
      }
    }
    return listed;
  }

  /** The content of a list. */
  static final class Listed {
    String version = "";
    String more = "";
    final java.util.ArrayList<byte[]> items = new java.util.ArrayList<>();
  }
}
