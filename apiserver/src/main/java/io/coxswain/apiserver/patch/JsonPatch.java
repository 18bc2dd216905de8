package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.LazyJson;
import io.coxswain.env.Cancellation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * JSON patch, RFC 6902, with the deviations of kube-apiserver: replacing a missing key of an object
 * adds it, copying one writes null, an absent value is null, a missing value tests equal to null,
 * negative indexes count from the end, and the first segment of a path is ignored. As in a {@link
 * JsonMergePatch}, the keys of objects along a path are sorted.
 *
 * <p>Bounded in the number of operations and in the bytes that {@code copy} adds, as upstream, and
 * in the depth of the result. The time of an operation is proportional to its own size, except for
 * moving the items of a list.
 */
public final class JsonPatch {
  private static final int MAX_OPERATIONS = 10_000;
  private static final long MAX_COPIED_BYTES = 3 * 1024 * 1024;
  private static final int MAX_DEPTH = 1_000;

  private static final List<String> TEXTS = List.of("op", "path", "from");

  private final ArrayNode operations;

  private JsonPatch(ArrayNode operations) {
    this.operations = operations;
  }

  /** A patch of operations whose members {@code op}, {@code path} and {@code from} are texts. */
  public static JsonPatch of(ArrayNode operations) {
    return new JsonPatch(operations);
  }

  public static JsonPatch parse(byte[] body) throws PatchException {
    String prefix = "error decoding patch: ";
    JsonNode json = PatchBody.read(body, prefix, "struct field jsonPatchOp.value");
    if (json.isNull()) {
      return new JsonPatch(Json.MAPPER.createArrayNode());
    }
    if (!(json instanceof ArrayNode operations)) {
      throw PatchBody.wrongType(json, prefix, "[]handlers.jsonPatchOp");
    }
    if (operations.size() > MAX_OPERATIONS) {
      throw PatchException.tooLarge(
          "The allowed maximum operations in a JSON patch is "
              + MAX_OPERATIONS
              + ", got "
              + operations.size());
    }
    for (JsonNode operation : operations) {
      if (operation.isObject()) {
        checkOperation(operation, prefix);
      } else if (!operation.isNull()) {
        throw PatchBody.wrongType(operation, prefix, "handlers.jsonPatchOp");
      }
    }
    return new JsonPatch(operations);
  }

  private static void checkOperation(JsonNode operation, String prefix) throws PatchException {
    for (var field : operation.properties()) {
      JsonNode value = field.getValue();
      if (TEXTS.contains(field.getKey()) && !value.isTextual() && !value.isNull()) {
        throw PatchBody.wrongType(value, prefix, "jsonPatchOp." + field.getKey(), "string");
      }
    }
  }

  /** The parsed operations; must not be modified. */
  public ArrayNode operations() {
    return operations;
  }

  /** The patched object; the argument is not modified. */
  public ObjectNode apply(ObjectNode original) throws PatchException {
    return new Application(original, hasMove()).result(operations);
  }

  private boolean hasMove() {
    for (JsonNode operation : operations) {
      if (operation.path("op").asText().equals("move")) {
        return true;
      }
    }
    return false;
  }

  /** One application of a patch to one object. */
  private static final class Application {
    private ObjectNode root;

    /** Objects along paths; their keys are sorted at the end. */
    private final Set<ObjectNode> visited = Collections.newSetFromMap(new IdentityHashMap<>());

    private long copiedBytes;

    /**
     * @param moves whether values move, which requires parsing them; parsing the whole object once
     *     makes each move cheap
     */
    Application(ObjectNode original, boolean moves) throws PatchException {
      root = moves ? (ObjectNode) copy(original, 0) : original.deepCopy();
      visited.add(root);
    }

    ObjectNode result(ArrayNode operations) throws PatchException {
      for (JsonNode operation : operations) {
        Cancellation.check();
        apply(operation);
      }
      checkDepth();
      visited.forEach(SortedKeys::sort);
      return root;
    }

    private void apply(JsonNode operation) throws PatchException {
      if (operation.path("path").asText("?").isEmpty() && isOfRoot(operation)) {
        ofRoot(operation);
        return;
      }
      Place target = find(operation.path("path"));
      JsonNode value = operation.path("value");
      switch (operation.path("op").asText()) {
        case "add" -> target.add(copy(value, 0));
        case "remove" -> target.remove();
        case "replace" -> target.set(copy(value, 0));
        case "move" -> {
          Place from = find(operation.path("from"));
          JsonNode moved = present(from.get());
          from.remove();
          find(operation.path("path")).add(moved);
        }
        case "copy" -> {
          JsonNode copied = copy(find(operation.path("from")).get(), 0);
          copiedBytes += Json.bytes(copied).length;
          if (copiedBytes > MAX_COPIED_BYTES) {
            throw PatchException.refused();
          }
          target.add(copied);
        }
        case "test" -> {
          JsonNode found = present(target.get());
          if (!copy(found, 0).equals(copy(value, 0))) {
            throw PatchException.testFailed();
          }
          visitAll(found);
        }
        default -> throw PatchException.refused();
      }
    }

    /** The whole object may only be replaced or tested. */
    private void ofRoot(JsonNode operation) throws PatchException {
      if (!(operation.path("value") instanceof ObjectNode value)) {
        throw PatchException.refused();
      }
      if (operation.path("op").asText().equals("replace")) {
        root = value.deepCopy();
        visited.add(root);
      } else if (!root.equals(value)) {
        throw PatchException.testFailed();
      }
    }

    private Place find(JsonNode pointer) throws PatchException {
      if (!pointer.isTextual()) {
        throw PatchException.refused();
      }
      String[] segments = pointer.asText().split("/", -1);
      if (segments.length < 2) {
        throw PatchException.refused();
      }
      JsonNode parent = root;
      for (int i = 1; i < segments.length - 1; i++) {
        JsonNode next = at(parent, decode(segments[i])).get();
        if (next == null || !next.isContainerNode()) {
          throw PatchException.refused();
        }
        parent = next;
        if (parent instanceof ObjectNode object) {
          visited.add(object);
        }
      }
      return at(parent, decode(segments[segments.length - 1]));
    }

    private void visitAll(JsonNode value) {
      if (value instanceof ObjectNode object) {
        visited.add(object);
      }
      value.forEach(this::visitAll);
    }

    /** A fully parsed copy, with keys in the order in which upstream would copy them. */
    private JsonNode copy(@Nullable JsonNode value, int depth) throws PatchException {
      if (depth > MAX_DEPTH) {
        throw PatchException.refused();
      }
      switch (present(value)) {
        case ObjectNode object -> {
          ObjectNode copy = Json.MAPPER.createObjectNode();
          for (var member : object.properties()) {
            copy.set(member.getKey(), copy(member.getValue(), depth + 1));
          }
          if (visited.contains(object)) {
            SortedKeys.sort(copy);
          }
          return copy;
        }
        case ArrayNode array -> {
          ArrayNode copy = Json.MAPPER.createArrayNode();
          for (JsonNode item : array) {
            copy.add(copy(item, depth + 1));
          }
          return copy;
        }
        case JsonNode scalar -> {
          return scalar;
        }
      }
    }

    /** Values nested into each other may be deeper than any request body. */
    private void checkDepth() throws PatchException {
      List<JsonNode> level = List.of(root);
      for (int depth = 0; !level.isEmpty(); depth++) {
        if (depth > MAX_DEPTH) {
          throw PatchException.refused();
        }
        var next = new ArrayList<JsonNode>();
        for (JsonNode node : level) {
          if (!LazyJson.isUntouched(node)) {
            node.forEach(
                child -> {
                  if (child.isContainerNode()) {
                    next.add(child);
                  }
                });
          }
        }
        level = next;
      }
    }
  }

  private static boolean isOfRoot(JsonNode operation) {
    return List.of("replace", "test").contains(operation.path("op").asText());
  }

  private static JsonNode present(@Nullable JsonNode value) {
    return value == null || value.isMissingNode() ? NullNode.instance : value;
  }

  /** The target of an operation: a key of an object or a position in a list. */
  private sealed interface Place {
    @Nullable JsonNode get() throws PatchException;

    void set(JsonNode value) throws PatchException;

    void add(JsonNode value) throws PatchException;

    void remove() throws PatchException;
  }

  private static Place at(JsonNode parent, String key) {
    return parent instanceof ArrayNode list
        ? new Position(list, key)
        : new Key((ObjectNode) parent, key);
  }

  private static String decode(String segment) {
    return segment.replace("~1", "/").replace("~0", "~");
  }

  private record Key(ObjectNode object, String key) implements Place {
    @Override
    public @Nullable JsonNode get() {
      return object.get(key);
    }

    @Override
    public void set(JsonNode value) {
      object.set(key, value);
    }

    @Override
    public void add(JsonNode value) {
      set(value);
    }

    @Override
    public void remove() throws PatchException {
      if (object.remove(key) == null) {
        throw PatchException.refused();
      }
    }
  }

  private record Position(ArrayNode list, String text) implements Place {
    @Override
    public JsonNode get() throws PatchException {
      return list.get(index(list.size()));
    }

    @Override
    public void set(JsonNode value) throws PatchException {
      list.set(index(list.size()), value);
    }

    @Override
    public void add(JsonNode value) throws PatchException {
      if (text.equals("-")) {
        list.add(value);
      } else {
        list.insert(index(list.size() + 1), value);
      }
    }

    @Override
    public void remove() throws PatchException {
      list.remove(index(list.size()));
    }

    private int index(int size) throws PatchException {
      int index;
      try {
        index = Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw PatchException.refused();
      }
      if (index < 0) {
        index += size;
      }
      if (index < 0 || index >= size) {
        throw PatchException.refused();
      }
      return index;
    }
  }
}
