package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.schema.Defaulting;
import io.coxswain.apiserver.schema.Pruning;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts between versions by a webhook. Objects stay in the version in which they were last
 * written; the webhook is called for those in another version than requested.
 */
final class WebhookConversion implements Conversion {
  private final Converter converter;
  private final JsonNode webhook;
  private final String kind;
  private final String served;
  private final String stored;
  private final Schema schema;
  private final StoredHead head;
  private final StoredHead storedHead;
  private final long since;

  /**
   * @param served the requested apiVersion
   * @param stored the storage version
   * @param schema of the served version
   * @param since the revision of the CRD
   */
  WebhookConversion(
      Converter converter,
      JsonNode webhook,
      String kind,
      String served,
      String stored,
      Schema schema,
      long since) {
    this.converter = converter;
    this.webhook = webhook;
    this.kind = kind;
    this.served = served;
    this.stored = stored;
    this.schema = schema;
    this.head = StoredHead.of(kind, served);
    this.storedHead = StoredHead.of(kind, stored);
    this.since = since;
  }

  @Override
  public boolean applies(Stored object) {
    return (object.revision() < since && object.revision() > 0) || !head.startsJsonOf(object);
  }

  @Override
  public boolean isCurrent(Stored object) {
    return storedHead.startsJsonOf(object);
  }

  @Override
  public ObjectNode toServed(ObjectNode object) {
    return shown(isIn(served, object) ? List.of(object) : converted(List.of(object), kind, served))
        .getFirst();
  }

  @Override
  public List<ObjectNode> toServed(List<ObjectNode> objects) {
    var others = new ArrayList<ObjectNode>();
    for (ObjectNode object : objects) {
      if (!isIn(served, object)) {
        others.add(object);
      }
    }
    var converted =
        (others.isEmpty() ? others : converted(others, kind + "List", served)).iterator();
    var all = new ArrayList<ObjectNode>(objects.size());
    for (ObjectNode object : objects) {
      all.add(isIn(served, object) ? object : converted.next());
    }
    return shown(all);
  }

  @Override
  public ObjectNode toStored(ObjectNode object) {
    return isIn(stored, object) ? object : converted(List.of(object), kind, stored).getFirst();
  }

  private List<ObjectNode> converted(List<ObjectNode> objects, String shownKind, String to) {
    return converter.convert(webhook, shownKind, objects, to);
  }

  /** Prunes and defaults the objects by the schema of the version. */
  private List<ObjectNode> shown(List<ObjectNode> objects) {
    for (ObjectNode object : objects) {
      Pruning.prune(object, schema);
      Defaulting.fill(object, schema);
    }
    return objects;
  }

  private static boolean isIn(String apiVersion, ObjectNode object) {
    return object.path("apiVersion").asText().equals(apiVersion);
  }
}
