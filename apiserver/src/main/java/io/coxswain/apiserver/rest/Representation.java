package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.LazyJson;
import io.coxswain.apiserver.kinds.JsonOrder;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.protobuf.Protobuf;
import io.coxswain.apiserver.protobuf.ProtobufWriter;
import io.coxswain.apiserver.rest.Accept.Encoding;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.table.IncludeObject;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Cancellation;
import io.coxswain.env.Clock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The form and encoding of the response: objects, metadata, or a table. */
final class Representation {
  private static final String LIST_REQUESTED = "you requested PartialObjectMetadataList";
  private static final List<String> OFFERED =
      Stream.of(Encoding.values()).map(Encoding::mediaType).toList();

  private static final List<String> OFFERED_STREAMS =
      List.of("application/json;stream=watch", ProtobufWriter.WATCH_MEDIA_TYPE);

  /** The media types of paths that support watch. */
  private static final List<String> OFFERED_WATCHABLE =
      Stream.concat(OFFERED.stream(), OFFERED_STREAMS.stream()).toList();

  private static final List<String> OFFERED_LOGS =
      Stream.concat(Stream.of("text/plain"), OFFERED.stream()).toList();

  /** Subresources that are created and never read, or whose content is no object. */
  private static final List<String> WITHOUT_TABLE = List.of("binding", "eviction", "token", "log");

  private static final List<String> META_VERSIONS = List.of("v1", "v1beta1");

  /** The form of objects in the response. */
  enum Form {
    WHOLE,
    METADATA,
    TABLE
  }

  private static final int SIZE_HINT = 512;

  private final Form form;
  private final String metaVersion;
  private final Encoding encoding;
  private final boolean pretty;
  private final IncludeObject include;
  private final Clock clock;

  private Representation(
      Form form,
      String metaVersion,
      Encoding encoding,
      boolean pretty,
      IncludeObject include,
      Clock clock) {
    this.form = form;
    this.metaVersion = metaVersion;
    this.encoding = encoding;
    this.pretty = pretty;
    this.include = include;
    this.clock = clock;
  }

  /** The first available alternative of the Accept header. */
  static Representation of(Target target) {
    ApiRequest request = target.request();
    boolean pretty = request.query("pretty") != null && RequestInfo.isTrue(request.query("pretty"));
    String accept = request.header("accept");
    if (accept == null || accept.isBlank()) {
      return whole(target, Encoding.JSON, pretty);
    }
    // Custom resources do not pass upstream's router.
    List<String> offered = offered(target);
    if (!target.kind().facts().custom() && !Accept.routes(accept, offered)) {
      throw StatusException.notNegotiable(offered);
    }
    for (Accept.Clause clause : Accept.parse(accept)) {
      for (Encoding encoding : Encoding.values()) {
        Representation representation =
            clause.matches(encoding) ? offered(target, clause, encoding, pretty) : null;
        if (representation != null) {
          return representation.checkStream(target);
        }
      }
    }
    throw StatusException.notAcceptable(OFFERED);
  }

  /** What upstream's router offers at the path of a request. */
  private static List<String> offered(Target target) {
    RequestInfo info = target.info();
    if (info.subresource().equals("log")) {
      return OFFERED_LOGS;
    }
    boolean watchable =
        info.name().isEmpty() && (info.verb().equals("list") || info.verb().equals("watch"));
    return watchable ? OFFERED_WATCHABLE : OFFERED;
  }

  /** The name of the list in upstream's internal Go types. */
  private static String goList(ResourceType type) {
    String packageName =
        switch (type.group()) {
          case "", "events.k8s.io" -> "core";
          case "internal.apiserver.k8s.io" -> "apiserverinternal";
          default -> type.group().split("\\.", 2)[0];
        };
    return "*" + packageName + "." + type.kind();
  }

  /** A watch cannot be encoded as YAML. */
  private Representation checkStream(Target target) {
    if (target.info().verb().equals("watch") && encoding == Encoding.YAML) {
      throw StatusException.notAcceptable(OFFERED_STREAMS);
    }
    return this;
  }

  /** Whether the first form that is offered is a list of metadata. */
  static boolean isListRequested(Target target) {
    try {
      var _ = of(target);
      return false;
    } catch (StatusException e) {
      return e.status().path("message").asText().startsWith(LIST_REQUESTED);
    }
  }

  private static @Nullable Representation offered(
      Target target, Accept.Clause clause, Encoding encoding, boolean pretty) {
    if (!clause.allowsStream(encoding)) {
      return null;
    }
    if (!clause.converts()) {
      return encoding == Encoding.PROTOBUF && !hasMessage(target)
          ? null
          : whole(target, encoding, pretty);
    }
    if (!clause.group().equals("meta.k8s.io") || !META_VERSIONS.contains(clause.version())) {
      return null;
    }
    boolean list = target.info().verb().equals("list");
    boolean watch = target.info().verb().equals("watch");
    String kind =
        target.kind().facts().custom()
            ? "*unstructured.Unstructured"
            : goList(target.kind().type());
    return switch (clause.as()) {
      case "PartialObjectMetadata" -> {
        if (list) {
          throw StatusException.wrongForm(
              "you requested PartialObjectMetadata, but the requested object is a list ("
                  + kind
                  + "List)");
        }
        yield metadata(target, clause, encoding, pretty);
      }
      case "PartialObjectMetadataList" -> {
        if (!list && !watch) {
          throw StatusException.wrongForm(
              LIST_REQUESTED + ", but the requested object is not a list (" + kind + ")");
        }
        yield metadata(target, clause, encoding, pretty);
      }
      case "Table" ->
          // Tables have no message, and kinds that are not stored have no columns.
          encoding == Encoding.PROTOBUF || !hasTable(target)
              ? null
              : new Representation(
                  Form.TABLE, clause.version(), encoding, pretty, include(target), target.clock());
      default -> null;
    };
  }

  /** Custom resources have no message, nor do the resources of metrics.k8s.io here. */
  private static boolean hasMessage(Target target) {
    ResourceType type = target.kind().type();
    return target.subresource().equals("scale")
        || (!target.kind().facts().custom()
            && ProtobufWriter.supports(type.apiVersion(), type.kind()));
  }

  private static boolean hasTable(Target target) {
    boolean review =
        !target.kind().allows("get")
            && !target.kind().allows("list")
            && target.kind().allows("create");
    return !review && !WITHOUT_TABLE.contains(target.subresource());
  }

  private static Representation whole(Target target, Encoding encoding, boolean pretty) {
    return new Representation(
        Form.WHOLE, "v1", encoding, pretty, IncludeObject.NONE, target.clock());
  }

  private static Representation metadata(
      Target target, Accept.Clause clause, Encoding encoding, boolean pretty) {
    return new Representation(
        Form.METADATA, clause.version(), encoding, pretty, IncludeObject.NONE, target.clock());
  }

  private static IncludeObject include(Target target) {
    String asked = target.request().query("includeObject");
    return IncludeObject.parse(asked == null ? "" : asked)
        .orElseThrow(
            () ->
                StatusException.badRequest(
                    "Unable to convert to Table as requested: includeObject: Invalid value: \""
                        + asked
                        + "\": must be 'Metadata', 'Object', 'None', or empty"));
  }

  Form form() {
    return form;
  }

  /** The content type of a watch in this representation. */
  String watchMediaType() {
    return encoding == Encoding.PROTOBUF
        ? ProtobufWriter.WATCH_MEDIA_TYPE
        : Encoding.JSON.mediaType();
  }

  ApiResponse object(int status, ServedKind kind, Stored object, List<String> warnings) {
    return encoding == Encoding.PROTOBUF
        ? protobuf(status, protobuf(kind, object), warnings)
        : finish(status, json(kind, object, true), warnings);
  }

  /** A tree that is not a stored object, such as a Status. */
  ApiResponse tree(int status, ObjectNode tree, List<String> warnings) {
    if (form == Form.METADATA && !tree.path("kind").asText().equals("Status")) {
      return finish(status, partial(Json.bytes(tree)), warnings);
    }
    return encoding == Encoding.PROTOBUF
        ? protobuf(status, ProtobufWriter.object(tree, SIZE_HINT), warnings)
        : finish(status, Json.bytes(tree), warnings);
  }

  /**
   * One object of a watch event, in the encoding of the watch.
   *
   * @param first whether it is the first event; table columns are sent once
   */
  byte[] objectBytes(ServedKind kind, Stored object, boolean first) {
    return encoding == Encoding.PROTOBUF ? protobuf(kind, object) : json(kind, object, first);
  }

  /** Whether all watches of a kind get the same bytes for an object. */
  boolean isShareable() {
    return encoding == Encoding.PROTOBUF && form == Form.WHOLE;
  }

  /** An error within a watch. */
  byte[] statusBytes(ObjectNode status) {
    return encoding == Encoding.PROTOBUF
        ? ProtobufWriter.object(status, SIZE_HINT)
        : Json.bytes(status);
  }

  /**
   * A bookmark, in the form of the other events of the watch.
   *
   * @param bookmark an object of the kind with only a resource version and annotations
   */
  byte[] bookmarkBytes(ServedKind kind, ObjectNode bookmark, boolean first) {
    byte[] json =
        switch (form) {
          case WHOLE -> Json.bytes(bookmark);
          case METADATA -> partial(Json.bytes(bookmark));
          case TABLE -> {
            // The annotation that ends the initial events must arrive regardless of includeObject.
            boolean hidden = include == IncludeObject.NONE && bookmark.at("/metadata").size() > 1;
            yield table(kind, bookmark, hidden ? IncludeObject.METADATA : include, first);
          }
        };
    return encoding == Encoding.PROTOBUF
        ? ProtobufWriter.object(LazyJson.tree(json), json.length)
        : json;
  }

  private byte[] json(ServedKind kind, Stored object, boolean first) {
    return switch (form) {
      case WHOLE -> kind.json(object);
      case METADATA -> partial(object.json());
      case TABLE -> table(kind, kind.read(object), include, first);
    };
  }

  private byte[] protobuf(ServedKind kind, Stored object) {
    return switch (form) {
      case WHOLE -> ProtobufWriter.object(kind.read(object), object.length());
      case METADATA, TABLE -> {
        byte[] partial = partial(object.json());
        yield ProtobufWriter.object(LazyJson.tree(partial), partial.length);
      }
    };
  }

  ApiResponse list(
      ServedKind kind, List<Stored> objects, ObjectNode metadata, List<String> warnings) {
    if (form != Form.WHOLE && metadata.path("continue").asText().isEmpty()) {
      metadata.remove("continue");
    }
    if (encoding == Encoding.PROTOBUF) {
      return protobuf(200, protobufList(kind, objects, metadata), warnings);
    }
    if (form == Form.METADATA) {
      var out = new ByteArrayOutputStream(1024);
      write(out, "{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/");
      write(out, metaVersion + "\",\"metadata\":");
      out.writeBytes(Json.bytes(metadata));
      write(out, ",\"items\":");
      String between = "[";
      for (Stored object : objects) {
        Cancellation.check();
        write(out, between);
        out.writeBytes(partial(object.json()));
        between = ",";
      }
      // Upstream's empty list of this type has null items.
      write(out, objects.isEmpty() ? "null}" : "]}");
      return finish(200, out.toByteArray(), warnings);
    }
    if (form == Form.TABLE) {
      var trees = kind.read(objects);
      return finish(200, Json.bytes(table(kind, trees, metadata, include, true)), warnings);
    }
    var out = new ByteArrayOutputStream(1024);
    write(out, "{\"kind\":\"" + kind.type().kind() + "List\",\"apiVersion\":\"");
    write(out, kind.type().apiVersion() + "\",\"metadata\":");
    out.writeBytes(Json.bytes(metadata));
    write(out, ",\"items\":[");
    int head = kind.facts().custom() ? 0 : JsonOrder.headLength(kind.type());
    boolean more = false;
    for (byte[] json : kind.json(objects)) {
      Cancellation.check();
      if (more) {
        out.write(',');
      }
      more = true;
      if (head > 0) {
        out.write('{');
        out.write(json, head, json.length - head);
      } else {
        out.writeBytes(json);
      }
    }
    write(out, "]}");
    return finish(200, out.toByteArray(), warnings);
  }

  private byte[] protobufList(ServedKind kind, List<Stored> objects, ObjectNode metadata) {
    if (form == Form.WHOLE) {
      int size = objects.stream().mapToInt(Stored::length).sum();
      ResourceType type = kind.type();
      return ProtobufWriter.list(
          type.apiVersion(), type.kind(), metadata, kind.read(objects), Math.max(size, SIZE_HINT));
    }
    var partials = objects.stream().map(object -> LazyJson.tree(partial(object.json()))).toList();
    return ProtobufWriter.list(
        "meta.k8s.io/" + metaVersion,
        "PartialObjectMetadata",
        metadata,
        partials,
        SIZE_HINT * (objects.size() + 1));
  }

  private byte[] table(ServedKind kind, ObjectNode tree, IncludeObject included, boolean first) {
    ObjectNode metadata = Json.MAPPER.createObjectNode();
    if (tree.at("/metadata/resourceVersion").isTextual()) {
      metadata.set("resourceVersion", tree.at("/metadata/resourceVersion"));
    }
    return Json.bytes(table(kind, List.of(tree), metadata, included, first));
  }

  private ObjectNode table(
      ServedKind kind,
      List<ObjectNode> objects,
      ObjectNode metadata,
      IncludeObject included,
      boolean withColumns) {
    ObjectNode table = kind.table().table(objects, metadata, included, withColumns, clock.now());
    for (JsonNode row : table.path("rows")) {
      if (row.path("object") instanceof ObjectNode object
          && object.path("kind").asText().equals("PartialObjectMetadata")) {
        object.put("apiVersion", "meta.k8s.io/" + metaVersion);
      }
    }
    return table.put("apiVersion", "meta.k8s.io/" + metaVersion);
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Extracted from the JSON without parsing what follows the metadata. */
  private byte[] partial(byte[] json) {
    var out = new ByteArrayOutputStream(512);
    write(out, "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/");
    write(out, metaVersion + "\",\"metadata\":");
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = parser.currentName().equals("metadata");
        parser.nextToken();
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        if (found) {
          out.write(json, from, (int) parser.currentLocation().getByteOffset() - from);
          break;
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("own JSON cannot be read", e);
    }
    write(out, "}");
    return out.toByteArray();
  }

  private static ApiResponse protobuf(int status, byte[] body, List<String> warnings) {
    return Responses.of(status, Protobuf.MEDIA_TYPE, body, warnings);
  }

  private ApiResponse finish(int status, byte[] json, List<String> warnings) {
    if (encoding == Encoding.PROTOBUF) {
      ObjectNode tree = LazyJson.tree(json);
      return protobuf(status, ProtobufWriter.object(tree, json.length), warnings);
    }
    boolean yaml = encoding == Encoding.YAML;
    if (!yaml && !pretty) {
      return Responses.of(status, "application/json", json, warnings);
    }
    try {
      JsonNode tree = Json.MAPPER.readTree(json);
      if (yaml) {
        return Responses.of(
            status, "application/yaml", Json.yaml(tree).getBytes(StandardCharsets.UTF_8), warnings);
      }
      return Responses.of(
          status,
          "application/json",
          Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(tree),
          warnings);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalStateException("own JSON cannot be read", e);
    }
  }
}
