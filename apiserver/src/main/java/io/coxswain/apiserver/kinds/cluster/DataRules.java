package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.schema.GoJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** The rules of ConfigMaps and Secrets, which may be immutable. */
final class DataRules {
  private static final int LIMIT = 1024 * 1024;
  private static final String ACCOUNT = "kubernetes.io/service-account.name";

  private DataRules() {}

  static void configMap(Field map) {
    long total = 0;
    for (Field entry : map.get("data").entries()) {
      Field key = entry.with(entry.key());
      key.matches(Formats::configMapKey);
      if (map.get("binaryData").node().has(entry.key())) {
        key.invalid("duplicate of key present in binaryData");
      }
      total += entry.text().getBytes(StandardCharsets.UTF_8).length;
    }
    for (Field entry : map.get("binaryData").entries()) {
      entry.with(entry.key()).matches(Formats::configMapKey);
      total += decoded(entry.text()).length;
    }
    if (total > LIMIT) {
      map.error(FieldError.tooLong("[]", LIMIT));
    }
  }

  private static byte[] decoded(String text) {
    return Base64.getMimeDecoder().decode(text);
  }

  static void frozen(Field object, ObjectNode before) {
    if (!before.path("immutable").asBoolean(false)) {
      return;
    }
    if (!object.get("immutable").isTrue()) {
      object.get("immutable").forbidden("field is immutable when `immutable` is set");
    }
    for (String part : List.of("data", "binaryData")) {
      if (!SameJson.same(object.get(part).node(), before.path(part))) {
        object.get(part).forbidden("field is immutable when `immutable` is set");
      }
    }
  }

  static void secretDefaults(ObjectNode secret) {
    Meta.setDefault(secret, "type", "Opaque");
    JsonNode plain = secret.remove("stringData");
    if (plain != null) {
      for (var entry : plain.properties()) {
        byte[] text = entry.getValue().asText().getBytes(StandardCharsets.UTF_8);
        Meta.child(secret, "data").put(entry.getKey(), Base64.getEncoder().encodeToString(text));
      }
    }
  }

  static void secret(Field secret) {
    Field data = secret.get("data");
    long total = 0;
    for (Field entry : data.entries()) {
      entry.with(entry.key()).matches(Formats::configMapKey);
      total += decoded(entry.text()).length;
    }
    if (total > LIMIT) {
      data.tooLong(LIMIT);
    }
    switch (secret.text("type")) {
      case "kubernetes.io/service-account-token" ->
          secret.get("metadata.annotations").entry(ACCOUNT).isGiven();
      case "kubernetes.io/dockercfg" -> docker(data.entry(".dockercfg"));
      case "kubernetes.io/dockerconfigjson" -> docker(data.entry(".dockerconfigjson"));
      case "kubernetes.io/basic-auth" -> {
        if (!data.entry("username").isSet() && !data.entry("password").isSet()) {
          data.entry("username").required();
          data.entry("password").required();
        }
      }
      case "kubernetes.io/ssh-auth" -> data.entry("ssh-privatekey").isGiven();
      case "kubernetes.io/tls" -> {
        for (String part : List.of("tls.crt", "tls.key")) {
          if (!data.entry(part).isSet()) {
            data.entry(part).required();
          }
        }
      }
      default -> {}
    }
  }

  private static void docker(Field entry) {
    if (!entry.isSet()) {
      entry.required();
      return;
    }
    byte[] text = decoded(entry.text());
    String problem =
        GoJson.problem(text)
            .orElseGet(
                () -> {
                  JsonNode json = Json.read(text, JsonNode.class);
                  return json.isObject() || json.isNull()
                      ? ""
                      : "json: cannot unmarshal "
                          + kind(json)
                          + " into Go value of type map[string]interface {}";
                });
    if (!problem.isEmpty()) {
      entry.invalid("<secret contents redacted>", problem);
    }
  }

  private static String kind(JsonNode json) {
    return json.isArray()
        ? "array"
        : json.isTextual() ? "string" : json.isBoolean() ? "bool" : "number";
  }

  static void secretStep(Field secret, ObjectNode before) {
    secret.get("type").unchangedFrom(before.path("type"));
    frozen(secret, before);
  }

  static void secretWarnings(ObjectNode secret, List<String> warnings) {
    if (!secret.path("type").asText("").equals("kubernetes.io/tls")) {
      return;
    }
    for (String part : List.of("tls.crt", "tls.key")) {
      String text =
          new String(decoded(secret.path("data").path(part).asText("")), StandardCharsets.UTF_8);
      if (!text.contains("-----BEGIN ")) {
        warnings.add(
            "tls: failed to find any PEM data in "
                + (part.equals("tls.crt") ? "certificate" : "key")
                + " input");
        return;
      }
    }
  }
}
