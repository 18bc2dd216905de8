package io.coxswain.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

class StrategicMergePropertyTest {

  @Property
  void mergingTwiceIsMergingOnce(
      @ForAll("variables") List<String> before, @ForAll("variables") List<String> patch) {
    ObjectNode once = env(before, "old");
    StrategicMerge.merge(once, env(patch, "new"));
    ObjectNode twice = once.deepCopy();
    StrategicMerge.merge(twice, env(patch, "new"));

    assertThat(names(twice)).isEqualTo(names(once));
    assertThat(twice.toString()).isEqualTo(once.toString());
  }

  @Property
  void keepsEveryItemOnceAndPrefersThePatch(
      @ForAll("variables") List<String> before, @ForAll("variables") List<String> patch) {
    ObjectNode merged = env(before, "old");
    StrategicMerge.merge(merged, env(patch, "new"));

    var all = new LinkedHashSet<>(before);
    all.addAll(patch);
    assertThat(names(merged)).containsExactlyInAnyOrderElementsOf(all);
    merged
        .path("env")
        .forEach(
            item ->
                assertThat(item.path("value").asText())
                    .isEqualTo(patch.contains(item.path("name").asText()) ? "new" : "old"));
  }

  @Property
  void keepsTheOrderOfBothSides(
      @ForAll("variables") List<String> before, @ForAll("variables") List<String> patch) {
    ObjectNode merged = env(before, "old");
    StrategicMerge.merge(merged, env(patch, "new"));

    var untouched = new ArrayList<>(before);
    untouched.removeAll(patch);
    assertThat(names(merged)).filteredOn(patch::contains).isEqualTo(patch);
    assertThat(names(merged)).filteredOn(untouched::contains).isEqualTo(untouched);
  }

  @Provide
  Arbitrary<List<String>> variables() {
    return Arbitraries.of("A", "B", "C", "D", "E", "F").list().uniqueElements().ofMaxSize(6);
  }

  private static ObjectNode env(List<String> names, String value) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    ArrayNode env = tree.putArray("env");
    names.forEach(name -> env.addObject().put("name", name).put("value", value));
    return tree;
  }

  private static List<String> names(ObjectNode tree) {
    var names = new ArrayList<String>();
    for (JsonNode item : tree.path("env")) {
      names.add(item.path("name").asText());
    }
    return names;
  }
}
