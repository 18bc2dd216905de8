package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.kinds.ServedKind;

/**
 * A webhook to call for a write.
 *
 * @param kind the resource as the webhook's rule names it, possibly in another version
 */
record Invocation(Hook hook, ServedKind kind, Attributes attributes) {

  boolean converts() {
    return kind != attributes.kind();
  }

  /** The new object in the webhook's version. */
  JsonNode object() {
    return seen(attributes.newObject());
  }

  JsonNode old() {
    return seen(attributes.old());
  }

  private JsonNode seen(JsonNode object) {
    return object instanceof ObjectNode tree && converts()
        ? convert(tree, attributes.kind(), kind)
        : object;
  }

  /** The patched object in the version of the request. */
  ObjectNode back(ObjectNode patched) {
    return converts() ? convert(patched, kind, attributes.kind()) : patched;
  }

  private static ObjectNode convert(ObjectNode object, ServedKind from, ServedKind to) {
    return to.read(from.store(object.deepCopy(), 0));
  }
}
