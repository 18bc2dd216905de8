package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.apply.Versions;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Snapshot;
import java.util.Optional;

/** The served versions of a kind, each a view of the stored object. */
final class ServedVersions implements Versions {
  private final KindRegistry kinds;
  private final Snapshot snapshot;
  private final ServedKind kind;

  ServedVersions(KindRegistry kinds, Snapshot snapshot, ServedKind kind) {
    this.kinds = kinds;
    this.snapshot = snapshot;
    this.kind = kind;
  }

  @Override
  public Optional<Schema> schema(String apiVersion) {
    return find(apiVersion).map(other -> other.schema().orElse(Schema.ANYTHING));
  }

  @Override
  public ObjectNode convert(ObjectNode object, String apiVersion) {
    ServedKind from = find(object.path("apiVersion").asText()).orElse(kind);
    return find(apiVersion).map(to -> to.read(from.store(object, 0))).orElse(object);
  }

  private Optional<ServedKind> find(String apiVersion) {
    if (apiVersion.equals(kind.type().apiVersion())) {
      return Optional.of(kind);
    }
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    String version = apiVersion.substring(slash + 1);
    return kinds
        .find(snapshot, group, version, kind.type().plural())
        .filter(other -> other.collection().equals(kind.collection()));
  }
}
