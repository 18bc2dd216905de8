package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.patch.GoText;
import io.coxswain.apiserver.patch.JsonMergePatch;
import io.coxswain.apiserver.patch.JsonPatch;
import io.coxswain.apiserver.patch.PatchException;
import io.coxswain.apiserver.patch.StrategicMergePatch;
import io.coxswain.apiserver.schema.Duplicates;
import java.util.LinkedHashSet;
import java.util.List;

/** Parses the body of a PATCH other than an apply as a change of the stored object. */
final class PatchHandler {
  static final String JSON = "application/json-patch+json";
  static final String MERGE = "application/merge-patch+json";
  static final String STRATEGIC = "application/strategic-merge-patch+json";
  static final String APPLY = "application/apply-patch+yaml";

  private static final List<String> OPERATION = List.of("op", "path", "from", "value");

  private PatchHandler() {}

  static UpdateHandler.Change read(Target target) {
    return read(target, target.kind());
  }

  /**
   * The change that the body describes. The body is parsed only if the object exists, as upstream
   * does: an invalid patch of a missing object gets a 404.
   *
   * @param kind decides which patch types are supported; strategic ones need a built-in kind
   */
  static UpdateHandler.Change read(Target target, ServedKind kind) {
    byte[] body = target.request().body();
    return switch (typeOf(target)) {
      case JSON -> current -> guarded(() -> JsonPatch.parse(body).apply(current));
      case MERGE -> current -> guarded(() -> JsonMergePatch.parse(body).apply(current));
      case STRATEGIC -> {
        if (kind.facts().custom()) {
          throw unsupported(kind);
        }
        Schema typed = target.kind().schema().orElseThrow();
        yield current -> guarded(() -> StrategicMergePatch.parse(body).apply(current, typed));
      }
      default -> throw unsupported(kind);
    };
  }

  /** Rejects a patch of a type that the kind does not support. */
  static void checkType(Target target) {
    boolean custom = target.kind().facts().custom();
    switch (typeOf(target)) {
      case JSON, MERGE, APPLY -> {}
      case STRATEGIC -> {
        if (custom) {
          throw unsupported(target.kind());
        }
      }
      default -> throw unsupported(target.kind());
    }
  }

  /** The type of the patch; parameters are ignored, but not the case of letters. */
  private static String typeOf(Target target) {
    String type = target.request().header("content-type");
    return type == null ? "" : type.split(";", 2)[0];
  }

  /** The errors of strict decoding of the patch itself. */
  static List<String> complaints(Target target) {
    byte[] body = target.request().body();
    if (!typeOf(target).equals(JSON)) {
      return Duplicates.complaints(body, List.of());
    }
    var unknown = new LinkedHashSet<String>();
    int i = 0;
    for (JsonNode operation : guarded(() -> JsonPatch.parse(body)).operations()) {
      for (var field : operation.properties()) {
        if (!OPERATION.contains(field.getKey())) {
          unknown.add("[" + i + "]." + field.getKey());
        }
      }
      i++;
    }
    return Duplicates.complaints(body, unknown).stream().map(text -> "json patch " + text).toList();
  }

  /** A patch operation that may fail. */
  @FunctionalInterface
  private interface Guarded<T> {
    T get() throws PatchException;
  }

  private static <T> T guarded(Guarded<T> patch) {
    try {
      return patch.get();
    } catch (PatchException e) {
      throw refusal(e);
    }
  }

  /** The body of a strategic patch as Go prints it in some of its errors. */
  static String inGo(Target target) {
    return GoText.of(guarded(() -> StrategicMergePatch.parse(target.request().body())).body());
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
