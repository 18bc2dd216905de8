package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.LazyJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JSON patch, RFC 6902, with the liberties kube-apiserver takes: replacing a missing key of an
 * object adds it, copying one writes null, an absent value is null, a missing value tests equal to
 * null, negative indexes count from the end, and the first segment of a path is ignored. As in a
 * {@link MergePatch}, the keys of objects that a path goes through come out sorted.
 */
public final class JsonPatch {
  private static final int MOST_OPERATIONS = 10_000;

  private static final List<String> TEXTS = List.of("op", "path", "from");

  private final ArrayNode operations;

  private JsonPatch(ArrayNode operations) {
    this.operations = operations;
  }

  public static JsonPatch parse(byte[] body) throws PatchException {
    String prefix = "error decoding patch: ";
    JsonNode json = PatchBody.read(body, prefix);
    if (json.isNull()) {
      return new JsonPatch(Json.MAPPER.createArrayNode());
    }
    if (!(json instanceof ArrayNode operations)) {
      throw PatchBody.wrongType(json, prefix, "[]handlers.jsonPatchOp");
    }
    if (operations.size() > MOST_OPERATIONS) {
      throw PatchException.tooLarge(
          "The allowed maximum operations in a JSON patch is "
              + MOST_OPERATIONS
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

  /** The operations as read; not to be modified. */
  public ArrayNode operations() {
    return operations;
  }

  /** The patched object; the argument is left as it is. */
  public ObjectNode apply(ObjectNode original) throws PatchException {
    ObjectNode root = original.deepCopy();
    SortedKeys.sort(root);
    for (JsonNode operation : operations) {
      if (operation.path("path").asText("?").isEmpty() && isOfRoot(operation)) {
        root = ofRoot(root, operation);
        continue;
      }
      Place target = find(root, operation.path("path"));
      JsonNode value = operation.path("value");
      switch (operation.path("op").asText()) {
        case "add" -> target.add(copy(value));
        case "remove" -> target.remove();
        case "replace" -> target.set(copy(value));
        case "move" -> {
          Place from = find(root, operation.path("from"));
          JsonNode moved = from.get();
          from.remove();
          find(root, operation.path("path")).add(copy(moved));
        }
        case "copy" -> target.add(copy(find(root, operation.path("from")).get()));
        case "test" -> {
          SortedKeys.sortAll(present(target.get()));
          if (!copy(target.get()).equals(copy(value))) {
            throw PatchException.refused();
          }
        }
        default -> throw PatchException.refused();
      }
    }
    return root;
  }

  private static boolean isOfRoot(JsonNode operation) {
    return List.of("replace", "test").contains(operation.path("op").asText());
  }

  /** The whole object may be replaced or tested, but nothing else. */
  private static ObjectNode ofRoot(ObjectNode root, JsonNode operation) throws PatchException {
    if (!(operation.path("value") instanceof ObjectNode value)) {
      throw PatchException.refused();
    }
    if (operation.path("op").asText().equals("replace")) {
      ObjectNode replaced = value.deepCopy();
      SortedKeys.sort(replaced);
      return replaced;
    }
    if (!root.equals(value)) {
      throw PatchException.refused();
    }
    return root;
  }

  private static JsonNode present(@Nullable JsonNode value) {
    return value == null ? NullNode.instance : value;
  }

  private static JsonNode copy(@Nullable JsonNode value) {
    return value == null || value.isMissingNode() ? NullNode.instance : LazyJson.read(value);
  }

  /** Where an operation works: a key of an object or a position in a list. */
  private sealed interface Place {
    @Nullable JsonNode get() throws PatchException;

    void set(JsonNode value) throws PatchException;

    void add(JsonNode value) throws PatchException;

    void remove() throws PatchException;
  }

  private static Place find(ObjectNode root, JsonNode pointer) throws PatchException {
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
        SortedKeys.sort(object);
      }
    }
    return at(parent, decode(segments[segments.length - 1]));
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
      SortedKeys.sort(object);
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
