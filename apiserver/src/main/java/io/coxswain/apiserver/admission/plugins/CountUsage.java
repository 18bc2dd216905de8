package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.admission.Attributes;
import java.util.ArrayList;
import java.util.List;

/** Objects are counted, nothing more. */
final class CountUsage implements QuotaUsage {
  private static final List<String> NAMED_ALONE =
      List.of("configmaps", "resourcequotas", "replicationcontrollers", "secrets");

  private final boolean counted;
  private final List<String> names = new ArrayList<>();

  CountUsage(Attributes attributes) {
    String collection = attributes.kind().collection();
    counted =
        attributes.isCreate() && attributes.subresource().isEmpty() && !collection.equals("events");
    names.add("count/" + collection);
    if (NAMED_ALONE.contains(collection)) {
      names.add(collection);
    }
  }

  @Override
  public boolean isCounted() {
    return counted;
  }

  @Override
  public boolean covers(String name) {
    return names.contains(name);
  }

  @Override
  public boolean isInScope(JsonNode quota, JsonNode object) {
    return QuotaScope.of(quota).isEmpty();
  }

  @Override
  public Amounts of(JsonNode object) {
    Amounts amounts = Amounts.none();
    names.forEach(name -> amounts.set(name, "1"));
    return amounts;
  }
}
