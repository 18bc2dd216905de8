package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.patch.GoText;
import io.coxswain.apiserver.patch.JsonPatch;
import io.coxswain.apiserver.patch.MergePatch;
import io.coxswain.apiserver.patch.PatchException;
import io.coxswain.apiserver.patch.StrategicMergePatch;
import java.util.List;
import java.util.Optional;

/** Reads the body of a PATCH, other than an apply, as a change to what is stored. */
final class Patches {
  static final String JSON = "application/json-patch+json";
  static final String MERGE = "application/merge-patch+json";
  static final String STRATEGIC = "application/strategic-merge-patch+json";
  static final String APPLY = "application/apply-patch+yaml";

  private Patches() {}

  static Updates.Change read(Target target) {
    return read(target, target.kind().facts().custom() ? Optional.empty() : target.kind().schema());
  }

  /**
   * @param schema for strategic patches; empty when the kind takes none
   */
  static Updates.Change read(Target target, Optional<Schema> schema) {
    byte[] body = target.request().body();
    try {
      return switch (Body.mediaType(target.request())) {
        case JSON -> {
          var patch = JsonPatch.parse(body);
          yield current -> guarded(() -> patch.apply(current));
        }
        case MERGE -> {
          var patch = MergePatch.parse(body);
          yield current -> guarded(() -> patch.apply(current));
        }
        case STRATEGIC -> {
          Schema typed = schema.orElseThrow(() -> unsupported(target.kind()));
          var patch = StrategicMergePatch.parse(body);
          yield current -> guarded(() -> patch.apply(current, typed));
        }
        default -> throw unsupported(target.kind());
      };
    } catch (PatchException e) {
      throw refusal(e);
    }
  }

  /** A patch being applied. */
  @FunctionalInterface
  private interface Applied {
    ObjectNode get() throws PatchException;
  }

  private static ObjectNode guarded(Applied patch) {
    try {
      return patch.get();
    } catch (PatchException e) {
      throw refusal(e);
    }
  }

  /** The body of a strategic patch as Go prints it, which is what some of its errors show. */
  static String inGo(Target target) {
    try {
      return GoText.of(StrategicMergePatch.parse(target.request().body()).body());
    } catch (PatchException e) {
      throw refusal(e);
    }
  }

  private static StatusException unsupported(ServedKind kind) {
    return kind.facts().custom()
        ? StatusException.unsupportedMediaType(List.of(JSON, MERGE, APPLY))
        : StatusException.unsupportedPatch();
  }

  private static StatusException refusal(PatchException e) {
    var refusal = StatusException.of(e.code(), e.reason(), e.text());
    return e.reason().equals("Invalid") ? refusal.details() : refusal;
  }
}
