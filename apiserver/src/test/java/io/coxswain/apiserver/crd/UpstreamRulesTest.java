package io.coxswain.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Rule;
import io.coxswain.api.schema.Schema;
import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every rule of the definitions of Trainer, JobSet and Soperator fires, with its message. */
class UpstreamRulesTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String SAME = "self == oldSelf";

  /** For each rule, by how it begins: a value that violates it. */
  private static final Map<String, String> VIOLATIONS = new LinkedHashMap<>();

  static {
    VIOLATIONS.put(
        "!(has(self.startupPolicy) &&",
        "{startupPolicy: {startupPolicyOrder: InOrder}, replicatedJobs: [{dependsOn: []}]}");
    VIOLATIONS.put("self.templates.all(t,", "{templates: [{metadata: {namespace: x}}]}");
    VIOLATIONS.put("!has(self.maxUnavailable)", "{maxUnavailable: 501, replicas: 1}");
    VIOLATIONS.put("self.configType !=", "{configType: structured, partitions: []}");
    VIOLATIONS.put(
        "!has(self.reconfigureWaitTimeout)",
        "{reconfigureWaitTimeout: 1s, reconfigurePollInterval: 2s}");
    VIOLATIONS.put("self.matches('[1-9]')", "0h");
    VIOLATIONS.put("!has(self.memoryHigh)", "{memoryHigh: 2Gi, memoryMax: 1Gi}");
    VIOLATIONS.put("[has(self.torch), has(self.mpi)", "{torch: {}, mpi: {}}");
    VIOLATIONS.put("self >= 1", "0");
    VIOLATIONS.put("!self.exists(c, c == 'node')", "[node]");
    VIOLATIONS.put(
        "self.parallelTrials <= self.numTrials",
        "{parallelTrials: 2, numTrials: 1, searchAlgorithm: {}, parameters: []}");
    VIOLATIONS.put(
        "!has(self.searchAlgorithm.grid)",
        "{searchAlgorithm: {grid: {}}, parameters: [{searchSpace: {}}], parallelTrials: 1,"
            + " numTrials: 1}");
    VIOLATIONS.put("[has(self.uniform),", "{}");
    VIOLATIONS.put("double(self.min) > 0.0", "{min: '0', max: '1'}");
    VIOLATIONS.put("double(self.min) < double(self.max)", "{min: '2', max: '1'}");
    VIOLATIONS.put("[has(self.random),has(self.grid)]", "{}");
    VIOLATIONS.put("!has(self.name) && !has(self.namespace)", "{name: x}");
    VIOLATIONS.put("self == '' || self.matches(", "nowhere");
    VIOLATIONS.put("self in ['trainer.kubeflow.org", "somebody");
    VIOLATIONS.put("self.metadata.name.matches(", "{metadata: {name: 1x}}");
    VIOLATIONS.put("size(self.metadata.name) <= 63", "{metadata: {name: " + "a".repeat(64) + "}}");
    VIOLATIONS.put("has(self.lastUpdatedTime)", "{}");
  }

  private record Place(String path, Schema schema, boolean resource, Rule rule) {}

  @TestFactory
  Stream<DynamicTest> everyRuleFires() throws IOException {
    List<Place> places = new ArrayList<>();
    for (ObjectNode definition : definitions()) {
      String name = definition.at("/metadata/name").asText();
      for (JsonNode version : definition.at("/spec/versions")) {
        Schema schema = Schema.fromJson((ObjectNode) version.at("/schema/openAPIV3Schema"));
        collect(name + "/" + version.path("name").asText(), schema, true, places);
      }
    }
    assertThat(places).hasSizeGreaterThan(80);
    return places.stream()
        .map(
            place ->
                DynamicTest.dynamicTest(place.path + ": " + place.rule.rule(), () -> fires(place)));
  }

  private static void fires(Place place) throws IOException {
    JsonNode before = null;
    JsonNode value;
    if (place.rule.rule().equals(SAME)) {
      before = sample(place.schema, false);
      value = sample(place.schema, true);
      assertThat(value).isNotEqualTo(before);
    } else {
      value = violation(place.rule);
    }
    List<FieldError> errors = new ArrayList<>();

    SchemaRules.checkValue("here", value, before, place.schema, place.resource, errors);

    assertThat(errors)
        .extracting(FieldError::message)
        .anySatisfy(message -> assertThat(message).endsWith(": " + place.rule.message()));
  }

  private static JsonNode violation(Rule rule) throws IOException {
    for (var entry : VIOLATIONS.entrySet()) {
      if (rule.rule().startsWith(entry.getKey())) {
        return YAML.readTree(entry.getValue());
      }
    }
    throw new AssertionError("no violating value is known for the rule: " + rule.rule());
  }

  /** A value of the schema; one that has something in it, or one that has nothing. */
  private static JsonNode sample(Schema schema, boolean full) {
    var nodes = Json.MAPPER.getNodeFactory();
    return switch (schema.type()) {
      case "object" -> {
        ObjectNode object = nodes.objectNode();
        if (full) {
          var values = schema.additionalProperties();
          if (values != null) {
            object.set("key", sample(values, true));
          } else {
            var first = schema.properties().entrySet().iterator().next();
            object.set(first.getKey(), sample(first.getValue(), true));
          }
        }
        yield object;
      }
      case "array" -> {
        Schema items = schema.items();
        yield full && items != null
            ? nodes.arrayNode().add(sample(items, true))
            : nodes.arrayNode();
      }
      case "integer", "number" -> nodes.numberNode(full ? 2 : 1);
      case "boolean" -> nodes.booleanNode(full);
      default -> nodes.textNode(full ? "b" : "a");
    };
  }

  private static void collect(String path, Schema schema, boolean resource, List<Place> places) {
    schema.rules().forEach(rule -> places.add(new Place(path, schema, resource, rule)));
    schema
        .properties()
        .forEach(
            (name, inside) ->
                collect(path + "." + name, inside, inside.embeddedResource(), places));
    for (@Nullable Schema inside : new Schema[] {schema.items(), schema.additionalProperties()}) {
      if (inside != null) {
        collect(path + "[]", inside, inside.embeddedResource(), places);
      }
    }
  }

  /** The CRDs of {@code deploy}, whose rules are upstream's, as module api's tests show. */
  private static List<ObjectNode> definitions() throws IOException {
    List<ObjectNode> definitions = new ArrayList<>();
    for (String folder : List.of("jobset", "trainer", "soperator")) {
      Path file = TestData.root().resolve("deploy").resolve(folder).resolve("crd.yaml");
      try (var documents = YAML.readerFor(ObjectNode.class).<ObjectNode>readValues(file.toFile())) {
        documents.forEachRemaining(definitions::add);
      }
    }
    return definitions;
  }
}
