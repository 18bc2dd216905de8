package io.coxswain.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The Deployments and DaemonSets of {@code deploy}. */
final class DeploymentsTest {
  @TestFactory
  Stream<DynamicTest> aContainerThatServesHealthIsKilledOnlyAfterItHasStarted() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode workload : workloads()) {
      for (JsonNode container : workload.at("/spec/template/spec/containers")) {
        if (container.has("livenessProbe")) {
          tests.add(
              DynamicTest.dynamicTest(
                  workload.at("/metadata/name").asText() + "/" + container.path("name").asText(),
                  () -> startsBeforeItIsChecked(container)));
        }
      }
    }
    assertThat(tests).hasSize(6);
    return tests.stream();
  }

  private static void startsBeforeItIsChecked(JsonNode container) {
    JsonNode startup = container.path("startupProbe");

    assertThat(startup.path("httpGet")).isEqualTo(container.at("/livenessProbe/httpGet"));
    assertThat(container.has("readinessProbe")).isTrue();
    assertThat(startup.path("periodSeconds").asInt() * startup.path("failureThreshold").asInt())
        .isBetween(60, 300);
    String port = startup.at("/httpGet/port").asText();
    assertThat(container.path("ports")).anyMatch(p -> p.path("name").asText().equals(port));
  }

  private static List<JsonNode> workloads() throws IOException {
    var found = new ArrayList<JsonNode>();
    try (Stream<Path> files = Files.walk(TestData.root().resolve("deploy"), 2)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        if (file.endsWith("crd.yaml")) {
          continue;
        }
        try (var documents =
            Json.yamlMapper().readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
          documents.forEachRemaining(
              document -> {
                if (List.of("Deployment", "DaemonSet").contains(document.path("kind").asText())) {
                  found.add(document);
                }
              });
        }
      }
    }
    return found;
  }
}
