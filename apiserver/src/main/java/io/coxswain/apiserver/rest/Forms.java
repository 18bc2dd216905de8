package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.schema.DecodeException;
import io.coxswain.apiserver.schema.Defaulting;
import io.coxswain.apiserver.schema.Duplicates;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.Pruning;
import io.coxswain.apiserver.schema.TypedForm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Gives what a client sent the form of its kind, and tells the client of fields that the kind does
 * not have or that came twice, as strictly as it asked for.
 */
final class Forms {
  private static final int MOST_TOLD = 100;

  private Forms() {}

  static void take(Target target, ObjectNode object) {
    if (target.info().verb().equals("patch")
        && !Body.mediaType(target.request()).equals(Patches.STRATEGIC)) {
      Body.mismatch(object, target.kind().type(), target.kind().facts().custom())
          .ifPresent(
              text -> {
                throw undecodable(target, object, text);
              });
    }
    var complaints = new ArrayList<String>();
    for (String field : duplicates(target)) {
      complaints.add("duplicate field \"" + field + "\"");
    }
    for (String field : form(target, object)) {
      complaints.add("unknown field \"" + field + "\"");
    }
    if (complaints.isEmpty()) {
      return;
    }
    switch (fieldValidation(target)) {
      case "Ignore" -> {}
      case "Strict" -> throw strict(target, object, complaints);
      default ->
          complaints.stream()
              .filter(c -> !target.warnings().contains(c))
              .limit(MOST_TOLD)
              .forEach(target.warnings()::add);
    }
  }

  private static List<String> form(Target target, ObjectNode object) {
    ServedKind kind = target.kind();
    if (kind.schema().isEmpty()) {
      return List.of();
    }
    Schema schema = kind.schema().get();
    try {
      if (!kind.facts().custom()) {
        return TypedForm.decode(object, schema);
      }
      var unknown = new ArrayList<String>();
      for (String field :
          TypedForm.decode(Meta.of(object), BuiltInTypes.named("meta.v1.ObjectMeta"))) {
        unknown.add("metadata." + field);
      }
      unknown.addAll(Pruning.prune(object, schema));
      Defaulting.dropNulls(object, schema);
      Defaulting.fill(object, schema);
      return unknown;
    } catch (DecodeException e) {
      throw undecodable(target, object, e.text());
    }
  }

  private static List<String> duplicates(Target target) {
    boolean json = Body.mediaType(target.request()).endsWith("json");
    return json && isObject(target) ? Duplicates.find(target.request().body()) : List.of();
  }

  private static boolean isObject(Target target) {
    return target.subresource().isEmpty() || target.subresource().equals("status");
  }

  private static String fieldValidation(Target target) {
    String asked = target.request().query("fieldValidation");
    return asked == null ? "" : asked;
  }

  private static StatusException strict(Target target, ObjectNode object, List<String> complaints) {
    String text =
        complaints.stream()
            .limit(MOST_TOLD)
            .collect(Collectors.joining(", ", "strict decoding error: ", ""));
    return undecodable(target, object, text);
  }

  private static StatusException undecodable(Target target, ObjectNode object, String text) {
    if (!target.info().verb().equals("patch")) {
      return StatusException.badRequest(Body.cannotBeHandled(target.kind().type()) + text);
    }
    String patch =
        Body.mediaType(target.request()).equals(Patches.STRATEGIC)
            ? Patches.inGo(target)
            : new String(io.coxswain.api.Json.bytes(object), StandardCharsets.UTF_8);
    return StatusException.invalid(
        "", "", "", "", List.of(FieldError.invalid("patch", TextNode.valueOf(patch), text)));
  }
}
