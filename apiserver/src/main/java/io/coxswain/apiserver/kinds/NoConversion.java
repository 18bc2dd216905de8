package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.crd.DefinedVersion;
import io.coxswain.apiserver.crd.Definition;
import io.coxswain.apiserver.schema.CustomForm;
import io.coxswain.apiserver.schema.Pruning;
import io.coxswain.apiserver.store.Stored;
import java.util.HashMap;
import java.util.Map;

/**
 * Converts between the versions of a CRD with the conversion strategy None: only the apiVersion
 * changes, and each version drops the fields that it does not have.
 *
 * <p>An object stays in the version it was stored in, even after another has become the storage
 * version, so its own apiVersion determines the schema for reading it. An object from before the
 * last change of the CRD is pruned and defaulted again.
 */
final class NoConversion implements Conversion {
  private final Map<String, Schema> schemas = new HashMap<>();
  private final String served;
  private final Schema servedSchema;
  private final String stored;
  private final Schema storedSchema;
  private final StoredHead head;
  private final StoredHead storedHead;
  private final long since;

  /**
   * @param since the revision of the CRD
   */
  NoConversion(Definition definition, DefinedVersion version, long since) {
    String group = definition.group() + "/";
    for (DefinedVersion each : definition.versions()) {
      schemas.put(group + each.name(), each.schema());
    }
    this.served = group + version.name();
    this.servedSchema = version.schema();
    this.stored = group + definition.storage().name();
    this.storedSchema = definition.storage().schema();
    this.head = StoredHead.of(definition.kind(), served);
    this.storedHead = StoredHead.of(definition.kind(), stored);
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
    String version = object.path("apiVersion").asText();
    CustomForm.refresh(object, schemas.getOrDefault(version, servedSchema));
    if (!version.equals(served)) {
      Pruning.prune(object, servedSchema);
      object.put("apiVersion", served);
    }
    return object;
  }

  @Override
  public ObjectNode toStored(ObjectNode object) {
    if (!stored.equals(served)) {
      Pruning.prune(object, storedSchema);
      object.put("apiVersion", stored);
    }
    return object;
  }
}
