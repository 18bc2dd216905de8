package io.coxswain.apiserver.kinds.resource;

import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.cel.Compilation;
import io.coxswain.cel.Environment;
import io.coxswain.cel.type.DeclType;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/** The expressions that select devices: they are only compiled here, to validate them. */
final class DeviceSelectors {
  private DeviceSelectors() {}

  /** Created when an expression is first used. */
  private static final class Device {
    static final Environment ENVIRONMENT =
        Environment.of(
            Map.of(
                "device",
                Objects.requireNonNull(DeclType.of("kubernetes.DRADevice", schema(), false))));

    private static Schema schema() {
      String any =
          "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"object\","
              + " \"additionalProperties\": {\"x-kubernetes-int-or-string\": true}}}";
      String json =
          "{\"type\": \"object\", \"properties\": {\"driver\": {\"type\": \"string\"},"
              + " \"allowMultipleAllocations\": {\"type\": \"boolean\"}, \"attributes\": "
              + any
              + ", \"capacity\": "
              + any
              + "}}";
      return Schema.fromJson(Json.tree(json.getBytes(StandardCharsets.UTF_8)));
    }
  }

  static void check(Field expression) {
    Compilation compiled = Device.ENVIRONMENT.compile(expression.text());
    if (compiled.program() == null) {
      expression.with(expression.text()).invalid("compilation failed: " + compiled.error());
    } else if (!compiled.program().isBool() && !compiled.program().type().isDyn()) {
      expression.invalid(
          "must evaluate to bool or the unknown type, not " + compiled.program().type());
    }
  }
}
