package io.coxswain.kube.storagemigration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigration;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigrationBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StorageMigrationScenarioTest {
  private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String V1 = "/apis/example.com/v1/namespaces/default/boats";

  private static Simulation simulation(String name, Cluster.Script script) {
    return Cluster.with(name, StorageMigrationController::register, script)
        .server(
            ApiServerOptions.plain()
                .withFeatures(
                    ApiFeatures.DEFAULT.with(
                        "storagemigration.k8s.io/v1beta1", ApiFeatures.STORAGE_VERSION_MIGRATOR)));
  }

  /** Boats of two versions; only the first one has a hull. */
  private static String crd(String stored) {
    String version =
        """
        {"name": "%s", "served": true, "storage": %s, "schema": {"openAPIV3Schema": {
          "type": "object", "properties": {"sail": {"type": "string"}%s}}}}\
        """;
    return """
    {"metadata": {"name": "boats.example.com"}, "spec": {"group": "example.com",
     "scope": "Namespaced", "names": {"plural": "boats", "kind": "Boat"}, "versions": [%s, %s]}}
    """
        .formatted(
            version.formatted("v1", stored.equals("v1"), ", \"hull\": {\"type\": \"string\"}"),
            version.formatted("v2", stored.equals("v2"), ""));
  }

  private static JsonNode call(Cluster cluster, String method, String path, String body)
      throws Exception {
    ApiRequest request = ApiRequest.of(method, path);
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    if (!body.isEmpty()) {
      request = request.body(type, body.getBytes(StandardCharsets.UTF_8));
    }
    return Json.tree(cluster.world().objects().call(request).body());
  }

  private static void createBoats(Cluster cluster, String... names) throws Exception {
    for (String name : names) {
      call(
          cluster,
          "POST",
          V1,
          """
          {"apiVersion": "example.com/v1", "kind": "Boat", "metadata": {"name": "%s"},
           "sail": "red", "hull": "oak"}
          """
              .formatted(name));
    }
  }

  /**
   * The boats that are stored in the first version. The hull is dropped when an object is stored in
   * the second one, so it shows which version that is.
   */
  private static List<String> storedInV1(Cluster cluster) throws Exception {
    var names = new ArrayList<String>();
    for (JsonNode boat : call(cluster, "GET", V1, "").path("items")) {
      if (boat.has("hull")) {
        names.add(boat.at("/metadata/name").asText());
      }
    }
    return names;
  }

  private static void migrate(Cluster cluster, String group, String resource) throws ApiException {
    cluster
        .world()
        .objects()
        .create(
            new StorageVersionMigrationBuilder()
                .withNewMetadata()
                .withName("m")
                .endMetadata()
                .withNewSpec()
                .withNewResource(group, resource)
                .endSpec()
                .build());
  }

  private static StorageVersionMigration migration(Cluster cluster) throws ApiException {
    return cluster.world().objects().fetch(StorageVersionMigration.class, ObjectKey.of("m"));
  }

  private static List<String> conditions(Cluster cluster) throws ApiException {
    var status = migration(cluster).getStatus();
    return status == null
        ? List.of()
        : status.getConditions().stream().map(c -> c.getType() + "=" + c.getStatus()).toList();
  }

  private static String message(Cluster cluster) throws ApiException {
    return migration(cluster).getStatus().getConditions().stream()
        .map(Condition::getMessage)
        .reduce((first, second) -> second)
        .orElse("");
  }

  private static void awaitSuccess(Cluster cluster) {
    cluster.await(
        "the migration has succeeded",
        () -> conditions(cluster).equals(List.of("Running=False", "Succeeded=True")));
  }

  private static final Cluster.Script FLEET =
      cluster -> {
        call(cluster, "POST", CRDS, crd("v1"));
        createBoats(cluster, "a", "b", "c");
        call(cluster, "PATCH", CRDS + "/boats.example.com", crd("v2"));
        createBoats(cluster, "d");
        assertThat(storedInV1(cluster)).containsExactly("a", "b", "c");
        JsonNode before = call(cluster, "GET", V1 + "/d", "");

        migrate(cluster, "example.com", "boats");

        awaitSuccess(cluster);
        assertThat(storedInV1(cluster)).isEmpty();
        assertThat(call(cluster, "GET", V1 + "/d", "")).isEqualTo(before);
        assertThat(call(cluster, "GET", V1 + "/a", "").at("/metadata/managedFields")).hasSize(1);
        assertThat(migration(cluster).getStatus().getResourceVersion()).isNotEmpty();
      };

  @Test
  void storesAllObjectsInTheStorageVersion() {
    simulation(
            "a fleet",
            cluster -> {
              FLEET.run(cluster);
              cluster.world().awaitSilence(Duration.ofSeconds(10));
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void migratesABuiltInResourceWithoutChangingItsObjects() {
    simulation(
            "built in",
            cluster -> {
              String map = "/api/v1/namespaces/default/configmaps";
              JsonNode made = call(cluster, "POST", map, "{\"metadata\": {\"name\": \"c\"}}");

              migrate(cluster, "", "configmaps");

              awaitSuccess(cluster);
              assertThat(call(cluster, "GET", map + "/c", "")).isEqualTo(made);
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void waitsAMinuteForTheResourceAndThenFails() {
    simulation(
            "no resource",
            cluster -> {
              migrate(cluster, "example.com", "boats");
              cluster.world().run(Duration.ofSeconds(50));
              assertThat(conditions(cluster)).isEmpty();
              cluster.world().run(Duration.ofSeconds(20));
              assertThat(conditions(cluster)).containsExactly("Failed=True");
              assertThat(message(cluster)).isEqualTo("resource does not exist in discovery");
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void migratesAResourceThatAppearsWithinAMinute() {
    simulation(
            "late",
            cluster -> {
              migrate(cluster, "example.com", "boats");
              cluster.world().run(Duration.ofSeconds(30));
              call(cluster, "POST", CRDS, crd("v1"));
              awaitSuccess(cluster);
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void failsForAResourceThatCannotBeWritten() {
    simulation(
            "read only",
            cluster -> {
              migrate(cluster, "", "componentstatuses");
              cluster.await(
                  "the migration has failed",
                  () -> conditions(cluster).equals(List.of("Failed=True")));
              assertThat(message(cluster))
                  .isEqualTo(
                      "resource \"/v1, Resource=componentstatuses\" does not support discovery"
                          + " operations: [update patch list]");
            })
        .network(Network.PROMPT)
        .run(1);
  }

  private static final String ADMISSION =
      "/apis/admissionregistration.k8s.io/v1/validatingadmission";

  private static final String POLICY =
      """
      {"metadata": {"name": "p"}, "spec": {"failurePolicy": "Fail", "matchConstraints": {
        "resourceRules": [{"apiGroups": ["example.com"], "apiVersions": ["*"],
          "operations": ["UPDATE"], "resources": ["boats"]}]},
       "validations": [{"expression": "false", "message": "no boat may leave"}]}}
      """;

  private static final String BINDING =
      """
      {"metadata": {"name": "p"}, "spec": {"policyName": "p", "validationActions": ["Deny"]}}
      """;

  @Test
  void failsWhenAnObjectCannotBeStored() {
    simulation(
            "invalid",
            cluster -> {
              call(cluster, "POST", CRDS, crd("v1"));
              createBoats(cluster, "a");
              call(cluster, "POST", ADMISSION + "policies", POLICY);
              call(cluster, "POST", ADMISSION + "policybindings", BINDING);
              migrate(cluster, "example.com", "boats");
              cluster.await(
                  "the migration has failed",
                  () -> conditions(cluster).equals(List.of("Running=False", "Failed=True")));
              assertThat(message(cluster))
                  .startsWith("migration encountered unhandled error: ")
                  .contains("no boat may leave");
            })
        .network(Network.PROMPT)
        .run(1);
  }

  private static final Simulation MIGRATING = simulation("migrating", FLEET);

  @ParameterizedTest
  @EnumSource(Fault.class)
  void storesAllObjectsWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(MIGRATING, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isEqualTo(7);
  }
}
