package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Quantities;
import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Quantities by resource name. */
public record Amounts(SortedMap<String, String> byName) {

  public static Amounts none() {
    return new Amounts(new TreeMap<>());
  }

  public static Amounts of(JsonNode resources) {
    Amounts amounts = none();
    resources.properties().forEach(e -> amounts.set(e.getKey(), e.getValue().asText()));
    return amounts;
  }

  public void set(String name, String quantity) {
    byName.put(name, quantity);
  }

  public boolean has(String name) {
    return byName.containsKey(name);
  }

  public boolean isEmpty() {
    return byName.isEmpty();
  }

  /** The quantity as written; zero if absent. */
  public String text(String name) {
    return byName.getOrDefault(name, "0");
  }

  public BigDecimal value(String name) {
    return Quantities.value(text(name));
  }

  /** Adds the others to these. */
  public void add(Amounts others) {
    others.byName.forEach(
        (name, quantity) -> byName.merge(name, quantity, (a, b) -> Quantities.add(a, b)));
  }

  /** These multiplied by a count. */
  public Amounts times(int count) {
    Amounts many = none();
    byName.forEach((name, quantity) -> many.set(name, Quantities.multiply(quantity, count)));
    return many;
  }

  /** Raises these to the others where the others are larger. */
  public void raise(Amounts others) {
    others.byName.forEach(
        (name, quantity) -> {
          if (!has(name) || value(name).compareTo(Quantities.value(quantity)) < 0) {
            set(name, quantity);
          }
        });
  }

  /** The amounts by which these exceed the others; never negative. */
  public Amounts beyond(Amounts others) {
    Amounts rest = none();
    byName.forEach(
        (name, quantity) -> {
          String difference = Quantities.subtract(quantity, others.text(name));
          rest.set(name, Quantities.value(difference).signum() < 0 ? "0" : difference);
        });
    return rest;
  }

  public Amounts only(Predicate<String> names) {
    Amounts some = none();
    byName.forEach(
        (name, quantity) -> {
          if (names.test(name)) {
            some.set(name, quantity);
          }
        });
    return some;
  }

  public Amounts copy() {
    return new Amounts(new TreeMap<>(byName));
  }

  public ObjectNode json() {
    ObjectNode json = Json.MAPPER.createObjectNode();
    byName.forEach(json::put);
    return json;
  }

  /** The form in messages. */
  @Override
  public String toString() {
    return byName.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(","));
  }
}
