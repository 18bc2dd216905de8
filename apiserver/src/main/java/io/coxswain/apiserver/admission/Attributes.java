package io.coxswain.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.WriteContext;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One write in the admission chain. */
public final class Attributes {
  private final Request request;
  private final @Nullable ObjectNode object;
  private final JsonNode old;
  private final WriteContext context;
  private @Nullable Map<Plugin, Object> memories;
  private boolean again;
  private boolean reinvoked;

  /**
   * The attributes of a request.
   *
   * @param kind of the resource in the path
   * @param type of the object that is sent; differs from the kind's for {@code scale}, {@code
   *     binding} and the like
   * @param name empty when the server is to make one up
   * @param options the CreateOptions, UpdateOptions, ... of the request; null for a connection
   */
  public record Request(
      Operation operation,
      ServedKind kind,
      ResourceType type,
      String subresource,
      String namespace,
      String name,
      User user,
      boolean dryRun,
      Supplier<JsonNode> options) {

    /** As in {@link Plugin#resources}. */
    String resource() {
      return subresource.isEmpty() ? kind.collection() : kind.collection() + "/" + subresource;
    }
  }

  /**
   * @param object null for a delete
   * @param old missing for a create
   */
  public Attributes(
      Request request, @Nullable ObjectNode object, JsonNode old, WriteContext context) {
    this.request = request;
    this.object = object;
    this.old = old;
    this.context = context;
  }

  public Request request() {
    return request;
  }

  public Operation operation() {
    return request.operation;
  }

  public ServedKind kind() {
    return request.kind;
  }

  public String subresource() {
    return request.subresource;
  }

  public String namespace() {
    return request.namespace;
  }

  public String name() {
    return request.name;
  }

  public User user() {
    return request.user;
  }

  public boolean dryRun() {
    return request.dryRun;
  }

  /** The new object; plugins mutate it in place. Must not be called for a delete. */
  public ObjectNode object() {
    if (object == null) {
      throw new IllegalStateException("a delete brings no object");
    }
    return object;
  }

  /** The new object, or missing for a delete. */
  public JsonNode newObject() {
    return object == null ? MissingNode.getInstance() : object;
  }

  /** The stored object in the version of the request; missing for a create. */
  public JsonNode old() {
    return old;
  }

  /** Time, entropy, the snapshot to decide by, and the receiver of warnings. */
  public WriteContext context() {
    return context;
  }

  public boolean isCreate() {
    return request.operation == Operation.CREATE;
  }

  /**
   * Whether the object itself is written (not a subresource), and its kind is stored under this
   * name.
   */
  public boolean isOf(String collection) {
    return request.subresource.isEmpty() && request.kind.collection().equals(collection);
  }

  /** The spec of the new object; created if absent. */
  public ObjectNode spec() {
    return Meta.child(object(), "spec");
  }

  /** A Forbidden error, with upstream's prefix. */
  public StatusException forbidden(String why) {
    return StatusException.forbidden(request.kind.type(), request.name, why);
  }

  /** A Forbidden error with this message alone. */
  public StatusException denied(String message) {
    return StatusException.forbiddenWith(request.kind.type(), request.name, message);
  }

  /** Whether this is the second round, after a webhook has mutated the object. */
  public boolean reinvoked() {
    return reinvoked;
  }

  /** The state that a plugin keeps between rounds. */
  public @Nullable Object memory(Plugin owner) {
    return memories == null ? null : memories.get(owner);
  }

  public void remember(Plugin owner, Object something) {
    memories = memories == null ? new IdentityHashMap<>() : memories;
    memories.put(owner, something);
  }

  /** Requests a second round of all mutating plugins. */
  public void reinvoke() {
    again = true;
  }

  boolean wantsSecondRound() {
    return again;
  }

  void beginSecondRound() {
    reinvoked = true;
  }
}
