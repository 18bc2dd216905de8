package io.coxswain.slurm.values;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Quantities;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;

/**
 * Writes objects with all quantities in canonical form, as the server stores those of built-in
 * kinds. It stores those of other kinds as they come, so that a {@code 1000m} that reaches a
 * StatefulSet of OpenKruise would differ from the {@code 1} of the Go operator.
 */
final class CanonicalQuantities {
  private static final ObjectMapper MAPPER =
      Json.MAPPER.copy().addMixIn(Quantity.class, Canonical.class);

  private CanonicalQuantities() {}

  @JsonSerialize(using = Writer.class)
  private interface Canonical {}

  private static final class Writer extends JsonSerializer<Quantity> {
    @Override
    public void serialize(Quantity quantity, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(canonical(quantity.toString()));
    }

    private static String canonical(String text) {
      try {
        return Quantities.canonical(text);
      } catch (IllegalArgumentException e) {
        return text; // rejected where the amount is needed
      }
    }
  }

  static ObjectNode tree(Object object) {
    return MAPPER.valueToTree(object);
  }
}
