package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.kinds.JsonOrder;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.table.IncludeObject;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Clock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** In which form the caller wants its answer: whole objects, their metadata, or a table. */
final class Representation {
  private static final List<String> OFFERED =
      List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf");

  /** At a path that can be watched as well. */
  private static final List<String> OFFERED_WATCHABLE =
      Stream.concat(
              OFFERED.stream(),
              Stream.of(
                  "application/json;stream=watch",
                  "application/vnd.kubernetes.protobuf;stream=watch"))
          .toList();

  private static final List<String> META_VERSIONS = List.of("v1", "v1beta1");

  /** What is shown of an object. */
  enum Form {
    WHOLE,
    METADATA,
    TABLE
  }

  private final Form form;
  private final String metaVersion;
  private final boolean yaml;
  private final boolean pretty;
  private final IncludeObject include;
  private final Clock clock;

  private Representation(
      Form form,
      String metaVersion,
      boolean yaml,
      boolean pretty,
      IncludeObject include,
      Clock clock) {
    this.form = form;
    this.metaVersion = metaVersion;
    this.yaml = yaml;
    this.pretty = pretty;
    this.include = include;
    this.clock = clock;
  }

  /** What the caller of the target accepts first of what is offered. */
  static Representation of(Target target) {
    ApiRequest request = target.request();
    boolean pretty = request.query("pretty") != null && RequestInfo.isTrue(request.query("pretty"));
    String accept = request.header("accept");
    if (accept == null || accept.isBlank()) {
      return whole(target, false, pretty);
    }
    boolean known = false;
    for (Clause clause : Clause.parse(accept)) {
      boolean yaml = clause.type.equals("application/yaml");
      if (!yaml && !clause.type.equals("application/json") && !clause.type.equals("*/*")) {
        continue;
      }
      known = true;
      Representation offered = offered(target, clause, yaml, pretty);
      if (offered != null) {
        return offered;
      }
    }
    if (known) {
      throw StatusException.notAcceptable(OFFERED);
    }
    boolean watchable = target.info().verb().equals("list") && !target.kind().facts().custom();
    throw StatusException.notNegotiable(watchable ? OFFERED_WATCHABLE : OFFERED);
  }

  private static @Nullable Representation offered(
      Target target, Clause clause, boolean yaml, boolean pretty) {
    if (clause.as.isEmpty()) {
      return whole(target, yaml, pretty);
    }
    if (!clause.group.equals("meta.k8s.io") || !META_VERSIONS.contains(clause.version)) {
      return null;
    }
    boolean list = target.info().verb().equals("list");
    boolean watch = target.info().verb().equals("watch");
    String kind = "*core." + target.kind().type().kind();
    return switch (clause.as) {
      case "PartialObjectMetadata" -> {
        if (list) {
          throw StatusException.wrongForm(
              "you requested PartialObjectMetadata, but the requested object is a list ("
                  + kind
                  + "List)");
        }
        yield metadata(target, clause, yaml, pretty);
      }
      case "PartialObjectMetadataList" -> {
        if (!list && !watch) {
          throw StatusException.wrongForm(
              "you requested PartialObjectMetadataList, but the requested object is not a list ("
                  + kind
                  + ")");
        }
        yield metadata(target, clause, yaml, pretty);
      }
      case "Table" ->
          new Representation(
              Form.TABLE, clause.version, yaml, pretty, include(target), target.clock());
      default -> null;
    };
  }

  private static Representation whole(Target target, boolean yaml, boolean pretty) {
    return new Representation(Form.WHOLE, "v1", yaml, pretty, IncludeObject.NONE, target.clock());
  }

  private static Representation metadata(
      Target target, Clause clause, boolean yaml, boolean pretty) {
    return new Representation(
        Form.METADATA, clause.version, yaml, pretty, IncludeObject.NONE, target.clock());
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

  /** One alternative of an Accept header. */
  private record Clause(String type, String as, String group, String version, double weight) {

    static List<Clause> parse(String accept) {
      return Arrays.stream(accept.split(","))
          .map(clause -> one(clause.strip()))
          .sorted(Comparator.comparingDouble(clause -> -clause.weight))
          .toList();
    }

    private static Clause one(String clause) {
      String[] parts = clause.split(";", -1);
      String as = "";
      String group = "";
      String version = "";
      double weight = 1;
      for (String part : Arrays.asList(parts).subList(1, parts.length)) {
        String[] pair = part.strip().split("=", 2);
        String value = pair.length == 2 ? pair[1].strip() : "";
        switch (pair[0].strip()) {
          case "as" -> as = value;
          case "g" -> group = value;
          case "v" -> version = value;
          case "q" -> weight = weight(value);
          default -> {}
        }
      }
      return new Clause(parts[0].strip().toLowerCase(Locale.ROOT), as, group, version, weight);
    }

    private static double weight(String text) {
      try {
        return Double.parseDouble(text);
      } catch (NumberFormatException e) {
        return 1;
      }
    }
  }

  Form form() {
    return form;
  }

  ApiResponse object(int status, ServedKind kind, Stored object, List<String> warnings) {
    return finish(status, objectBytes(kind, object, true), warnings);
  }

  /** A tree that is no stored object, such as a Status. */
  ApiResponse tree(int status, ObjectNode tree, List<String> warnings) {
    return finish(status, Json.bytes(tree), warnings);
  }

  /**
   * One object, as in a watch event.
   *
   * @param first whether it is the first that the caller sees; the columns of a table are said once
   */
  byte[] objectBytes(ServedKind kind, Stored object, boolean first) {
    return switch (form) {
      case WHOLE -> kind.json(object);
      case METADATA -> partial(object);
      case TABLE -> {
        ObjectNode tree = kind.read(object);
        ObjectNode metadata = Json.MAPPER.createObjectNode();
        if (tree.at("/metadata/resourceVersion").isTextual()) {
          metadata.set("resourceVersion", tree.at("/metadata/resourceVersion"));
        }
        yield Json.bytes(table(kind, List.of(tree), metadata, first));
      }
    };
  }

  ApiResponse list(
      ServedKind kind, List<Stored> objects, ObjectNode metadata, List<String> warnings) {
    if (form != Form.WHOLE && metadata.path("continue").asText().isEmpty()) {
      metadata.remove("continue");
    }
    if (form == Form.METADATA) {
      var out = new ByteArrayOutputStream(1024);
      write(out, "{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/");
      write(out, metaVersion + "\",\"metadata\":");
      out.writeBytes(Json.bytes(metadata));
      write(out, ",\"items\":");
      String between = "[";
      for (Stored object : objects) {
        write(out, between);
        out.writeBytes(partial(object));
        between = ",";
      }
      // Upstream's empty list of this type has no items at all.
      write(out, objects.isEmpty() ? "null}" : "]}");
      return finish(200, out.toByteArray(), warnings);
    }
    if (form == Form.TABLE) {
      var trees = kind.read(objects);
      return finish(200, Json.bytes(table(kind, trees, metadata, true)), warnings);
    }
    var out = new ByteArrayOutputStream(1024);
    write(out, "{\"kind\":\"" + kind.type().kind() + "List\",\"apiVersion\":\"");
    write(out, kind.type().apiVersion() + "\",\"metadata\":");
    out.writeBytes(Json.bytes(metadata));
    write(out, ",\"items\":[");
    int head = kind.facts().custom() ? 0 : JsonOrder.headLength(kind.type());
    boolean more = false;
    for (byte[] json : kind.json(objects)) {
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

  private ObjectNode table(
      ServedKind kind, List<ObjectNode> objects, ObjectNode metadata, boolean withColumns) {
    ObjectNode table = kind.table().table(objects, metadata, include, withColumns, clock.now());
    return table.put("apiVersion", "meta.k8s.io/" + metaVersion);
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Cut out of the JSON: metadata comes early in it, what follows need not be looked at. */
  private byte[] partial(Stored object) {
    byte[] json = object.json();
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

  private ApiResponse finish(int status, byte[] json, List<String> warnings) {
    if (!yaml && !pretty) {
      return Answers.of(status, "application/json", json, warnings);
    }
    try {
      JsonNode tree = Json.MAPPER.readTree(json);
      if (yaml) {
        return Answers.of(
            status, "application/yaml", Json.yaml(tree).getBytes(StandardCharsets.UTF_8), warnings);
      }
      return Answers.of(
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
