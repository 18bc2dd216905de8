package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.patch.SortedKeys;
import io.coxswain.apiserver.schema.CustomForm;
import io.coxswain.apiserver.schema.DecodeException;
import io.coxswain.apiserver.schema.Duplicates;
import io.coxswain.apiserver.schema.TypedForm;
import io.coxswain.apiserver.schema.TypedForm.Wording;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Converts a client's object to the form of its kind, and reports unknown and duplicate fields as
 * strictly as requested. The quoted text, the wording and the order depend on the request: a body,
 * a patch or an apply.
 */
final class ObjectDecoder {
  private static final int MAX_REPORTED_ERRORS = 100;
  private static final String YAML_ERRORS = "yaml: unmarshal errors:\n";

  private ObjectDecoder() {}

  /** For an object that did not result from a patch. */
  static void decode(Target target, ObjectNode object) {
    decode(target, object, () -> object);
  }

  /**
   * @param patched recreates the object before the conversion
   */
  static void decode(Target target, ObjectNode object, Supplier<ObjectNode> patched) {
    Supplier<String> quoted = () -> quote(target, patched);
    if (target.info().verb().equals("patch") && !isConverted(target)) {
      checkKind(target, object, quoted);
    }
    List<String> unknown = form(target, object, quoted);
    if (target.isObject() && !isApply(target)) {
      reportFieldErrors(target, complaints(target, unknown), quoted);
    }
  }

  /** The object as quoted in messages about a patch. */
  private static String quote(Target target, Supplier<ObjectNode> patched) {
    if (isStrategic(target)) {
      return PatchHandler.inGo(target);
    }
    ObjectNode object = patched.get();
    if (isCustom(target)) {
      SortedKeys.sortAll(object);
    }
    return escaped(Json.bytes(object));
  }

  /** JSON as Go writes it, escaped for HTML. */
  private static String escaped(byte[] json) {
    return new String(json, StandardCharsets.UTF_8)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026");
  }

  private static boolean isApply(Target target) {
    return target.info().verb().equals("patch")
        && Body.mediaType(target.request()).equals(PatchHandler.APPLY);
  }

  private static boolean isStrategic(Target target) {
    return target.info().verb().equals("patch")
        && Body.mediaType(target.request()).equals(PatchHandler.STRATEGIC);
  }

  /** Whether the object is converted from a tree, not decoded from a text. */
  private static boolean isConverted(Target target) {
    return isApply(target) || isStrategic(target);
  }

  /** A patch may have changed the kind of the object; it is then decoded as that kind. */
  private static void checkKind(Target target, ObjectNode object, Supplier<String> quoted) {
    ServedKind kind = target.kind();
    var mismatch = Body.mismatch(object, kind.type(), kind.facts().custom());
    if (mismatch.isEmpty()) {
      return;
    }
    String version = object.path("apiVersion").asText("");
    var other = BuiltInTypes.find(version, object.path("kind").asText(""));
    if (!kind.facts().custom() && other.isPresent()) {
      try {
        var _ = TypedForm.decode(object.deepCopy(), other.get());
      } catch (DecodeException e) {
        throw undecodable(target, quoted, e.text());
      }
    }
    throw undecodable(target, quoted, unprefixed(mismatch.get()));
  }

  /** The part of a mismatch error after its prefix. */
  private static String unprefixed(String mismatch) {
    int end = mismatch.indexOf("cannot be handled as a ");
    return end < 0 ? mismatch : mismatch.substring(mismatch.indexOf(": ", end) + 2);
  }

  private static List<String> form(Target target, ObjectNode object, Supplier<String> quoted) {
    ServedKind kind = target.kind();
    if (kind.schema().isEmpty()) {
      return List.of();
    }
    Schema schema = kind.schema().get();
    Wording wording = isConverted(target) ? Wording.CONVERTER : Wording.JSON;
    try {
      if (!kind.facts().custom()) {
        return TypedForm.decode(object, schema, wording);
      }
      List<String> unknown = new ArrayList<>();
      for (String field :
          TypedForm.decode(Meta.of(object), BuiltInTypes.named("meta.v1.ObjectMeta"))) {
        unknown.add("metadata." + field);
      }
      unknown.addAll(CustomForm.decode(object, schema, !isApply(target)));
      return unknown;
    } catch (DecodeException e) {
      throw undecodable(target, quoted, e.text());
    }
  }

  private static List<String> complaints(Target target, List<String> unknown) {
    var told = unknown.stream().map(field -> "unknown field \"" + field + "\"").toList();
    byte[] body = target.request().body();
    boolean json = Body.mediaType(target.request()).equals("application/json");
    if (json && !unknown.isEmpty() && !target.repeated().isEmpty() && !isCustom(target)) {
      return Duplicates.complaints(body, unknown);
    }
    var all = new ArrayList<String>(target.repeated());
    if (target.info().verb().equals("patch")) {
      all.addAll(PatchHandler.complaints(target));
    }
    all.addAll(isStrategic(target) ? told.stream().sorted().toList() : told);
    return all;
  }

  private static boolean isCustom(Target target) {
    return target.kind().facts().custom();
  }

  private static void reportFieldErrors(
      Target target, List<String> complaints, Supplier<String> quoted) {
    if (complaints.isEmpty()) {
      return;
    }
    int most = isStrategic(target) ? Integer.MAX_VALUE : MAX_REPORTED_ERRORS;
    switch (fieldValidation(target)) {
      case "Ignore" -> {}
      case "Strict" ->
          throw undecodable(
              target,
              quoted,
              complaints.stream()
                  .limit(most)
                  .collect(Collectors.joining(", ", "strict decoding error: ", "")));
      default -> complaints.stream().limit(most).forEach(text -> warn(target, text));
    }
  }

  /** Adds an error as a warning; one per line for YAML errors. */
  static void warn(Target target, String complaint) {
    int prefix = complaint.indexOf(YAML_ERRORS);
    String text = prefix < 0 ? complaint : complaint.substring(prefix + YAML_ERRORS.length());
    text.lines()
        .map(String::strip)
        .filter(line -> !target.warnings().contains(line))
        .forEach(target.warnings()::add);
  }

  static String fieldValidation(Target target) {
    String asked = target.request().query("fieldValidation");
    return asked == null || asked.isEmpty() ? "Warn" : asked;
  }

  private static StatusException undecodable(Target target, Supplier<String> quoted, String text) {
    if (!target.info().verb().equals("patch")) {
      return StatusException.badRequest(Body.cannotBeHandled(target.kind().type()) + text);
    }
    if (isApply(target)) {
      return StatusException.unclassified(ApplyHandler.unconverted(target, text));
    }
    return StatusException.invalid(
        "", "", "", "", List.of(FieldError.invalid("patch", TextNode.valueOf(quoted.get()), text)));
  }
}
