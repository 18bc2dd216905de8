package io.coxswain.apiserver.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Assume;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What holds for every history of applies and updates, by several managers, of one object. What an
 * apply empties, while someone owns it as such or something in it, becomes null upstream, and here;
 * such an object is not valid, so histories that come to it are left out.
 */
class ApplyPropertyTest {
  private static final Schema SCHEMA =
      Schema.fromJson(
          Managed.tree(
              """
              type: object
              properties:
                apiVersion: {type: string}
                kind: {type: string}
                metadata: {type: object, properties: {name: {type: string}}}
                spec:
                  type: object
                  properties:
                    size: {type: integer}
                    labels: {type: object, additionalProperties: {type: string}}
                    tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                    args: {type: array, x-kubernetes-list-type: atomic, items: {type: string}}
                    items:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [name]
                      items:
                        type: object
                        properties: {name: {type: string}, value: {type: string}}
              """));
  private static final FieldManager FIELDS =
      new FieldManager(
          "e.com/v1", "Gizmo", SCHEMA, "", new FieldSet(), Versions.single("e.com/v1", SCHEMA));
  private static final FieldSet IDENTITY =
      FieldSet.of("apiVersion", "kind", "metadata", "metadata.name");

  /** Fixed, so that a build says the same twice; change it to look further. */
  private static final String SEED = "20260115";

  /** One write of a history: a forced apply, or an update of the whole object. */
  record Write(String manager, boolean apply, ObjectNode object) {}

  @Property(seed = SEED)
  void applyingTheSameAgainChangesNothing(
      @ForAll("histories") List<Write> history, @ForAll("configurations") ObjectNode config)
      throws ApplyException {
    ObjectNode once = valid(FIELDS.apply(after(history), config, "a", true, at(100)));

    ObjectNode twice = FIELDS.apply(once, config, "a", false, at(101));

    assertThat(twice).isEqualTo(once);
  }

  @Property(seed = SEED)
  void everyFieldHasAnOwnerAndMissingFieldsHaveNone(
      @ForAll("histories") List<Write> history, @ForAll("configurations") ObjectNode config)
      throws ApplyException {
    ObjectNode object = valid(FIELDS.apply(after(history), config, "a", true, at(100)));

    FieldSet owned = new FieldSet();
    for (ManagedFields.Owned each : ManagedFields.of(object).entries().values()) {
      owned = owned.union(each.fields());
    }
    FieldSet present = FieldWalk.fields(ManagedFields.strip(object), SCHEMA).minus(IDENTITY);
    assertThat(present.minus(owned).toJson()).isEmpty();
    assertThat(danglers(owned, object)).isEmpty();
  }

  @Property(seed = SEED)
  void anApplierOwnsExactlyTheFieldsItApplies(
      @ForAll("histories") List<Write> history, @ForAll("configurations") ObjectNode config)
      throws ApplyException {
    ObjectNode object = valid(FIELDS.apply(after(history), config, "a", true, at(100)));

    var entry = ManagedFields.of(object).get(ManagedFields.Manager.applier("a", ""));
    FieldSet said = FieldWalk.fields(config, SCHEMA).minus(IDENTITY);
    assertThat(entry == null ? new FieldSet().toJson() : entry.fields().toJson())
        .isEqualTo(said.toJson());
  }

  @Property(seed = SEED)
  void forcingTakesExactlyTheConflictingFields(
      @ForAll("histories") List<Write> history, @ForAll("configurations") ObjectNode config)
      throws ApplyException {
    ObjectNode before = after(history);
    ObjectNode forced = valid(FIELDS.apply(before, config, "z", true, at(100)));

    try {
      assertThat(FIELDS.apply(before, config, "z", false, at(100))).isEqualTo(forced);
    } catch (ApplyException e) {
      Set<String> told = new TreeSet<>();
      e.causes().forEach(cause -> told.add(cause.message() + cause.field()));
      assertThat(lost(before, forced)).isEqualTo(told);
    }
  }

  @Property(seed = SEED)
  void applyingAnEmptyConfigurationRemovesAllOwnedFields(
      @ForAll("histories") List<Write> history, @ForAll("configurations") ObjectNode config)
      throws ApplyException {
    ObjectNode before = after(history);
    ObjectNode applied;
    try {
      applied = valid(FIELDS.apply(before, config, "z", false, at(100)));
    } catch (ApplyException e) {
      return; // a conflict leaves no trace anyway
    }

    ObjectNode left = valid(FIELDS.apply(applied, gizmo(), "z", false, at(101)));

    assertThat(sorted(ManagedFields.strip(left))).isEqualTo(sorted(ManagedFields.strip(before)));
    assertThat(left.at("/metadata/managedFields")).isEqualTo(before.at("/metadata/managedFields"));
  }

  @Provide
  Arbitrary<List<Write>> histories() {
    return Combinators.combine(
            Arbitraries.of("a", "b", "c"), Arbitraries.of(true, false), configurations())
        .as(Write::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  @Provide
  Arbitrary<ObjectNode> configurations() {
    Arbitrary<String> value = Arbitraries.of("1", "2");
    Arbitrary<Map<String, String>> map =
        Arbitraries.maps(Arbitraries.of("k", "l", "m"), value).ofMaxSize(3);
    Arbitrary<Set<String>> set = Arbitraries.of("x", "y", "z").set().ofMaxSize(3);
    return Combinators.combine(
            Arbitraries.of(1, 2), map, set, set.injectNull(0.5), map.injectNull(0.3))
        .as(ApplyPropertyTest::gizmo);
  }

  private static ObjectNode gizmo() {
    ObjectNode gizmo = Json.MAPPER.createObjectNode();
    gizmo.put("apiVersion", "e.com/v1").put("kind", "Gizmo").putObject("metadata").put("name", "g");
    return gizmo;
  }

  private static ObjectNode gizmo(
      int size,
      Map<String, String> labels,
      Set<String> tags,
      @Nullable Set<String> args,
      @Nullable Map<String, String> items) {
    ObjectNode gizmo = gizmo();
    ObjectNode spec = gizmo.putObject("spec");
    spec.put("size", size);
    if (!labels.isEmpty()) {
      ObjectNode to = spec.putObject("labels");
      new TreeMap<>(labels).forEach(to::put);
    }
    if (!tags.isEmpty()) {
      tags.forEach(spec.withArray("/tags")::add);
    }
    if (args != null) {
      args.forEach(spec.withArray("/args")::add);
    }
    if (items != null && !items.isEmpty()) {
      ArrayNode to = spec.putArray("items");
      new TreeMap<>(items).forEach((name, v) -> to.addObject().put("name", name).put("value", v));
    }
    return gizmo;
  }

  /** What came of a history; there is nothing to say of one that ends in nulls. */
  private static ObjectNode valid(ObjectNode object) {
    Assume.that(!object.path("spec").toString().contains("null"));
    return object;
  }

  private static ObjectNode after(List<Write> history) throws ApplyException {
    ObjectNode live = null;
    int second = 0;
    for (Write write : history) {
      live =
          valid(
              write.apply()
                  ? FIELDS.apply(live, write.object(), write.manager(), true, at(second++))
                  : FIELDS.update(live, write.object(), write.manager(), at(second++)));
    }
    if (live == null) {
      throw new IllegalStateException("a history has a write");
    }
    return live;
  }

  private static Instant at(int second) {
    return Instant.parse("2026-01-01T00:00:00Z").plusSeconds(second);
  }

  /** Owned paths that lead nowhere. */
  private static Set<String> danglers(FieldSet owned, ObjectNode object) {
    var present = new TreeSet<String>();
    FieldWalk.fields(ManagedFields.strip(object), SCHEMA)
        .forEach(
            path -> {
              for (int i = 1; i <= path.size(); i++) {
                present.add(path.subList(0, i).toString());
              }
            });
    var dangling = new TreeSet<String>();
    owned.forEach(path -> dangling.add(path.toString()));
    dangling.removeAll(present);
    return dangling;
  }

  /** What managers owned before and do not own after, though the field is still there. */
  private static Set<String> lost(ObjectNode before, ObjectNode after) {
    var lost = new TreeSet<String>();
    ManagedFields now = ManagedFields.of(after);
    ManagedFields.of(before)
        .entries()
        .forEach(
            (manager, owned) -> {
              ManagedFields.Owned left = now.get(manager);
              FieldSet gone = left == null ? owned.fields() : owned.fields().minus(left.fields());
              gone.forEach(
                  path ->
                      lost.add(
                          "conflict with "
                              + manager
                              + String.join(
                                  "", path.stream().map(PathElement::toString).toList())));
            });
    return lost;
  }

  /** With sets and keyed lists in order, since who came later may have put its items elsewhere. */
  private static ObjectNode sorted(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    for (String list : List.of("tags", "items")) {
      JsonNode items = copy.path("spec").path(list);
      if (items instanceof ArrayNode array) {
        var order = new TreeMap<String, JsonNode>();
        array.forEach(item -> order.put(item.toString(), item));
        array.removeAll();
        order.values().forEach(array::add);
      }
    }
    return copy;
  }
}
