package io.coxswain.kube.host.migration;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.Files;
import io.coxswain.kube.host.shared.HostException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The configuration of leader migration.
 *
 * @param leaderName the name of the second lease
 * @param leaders the component that runs each controller
 */
public record MigrationConfig(String leaderName, List<Leader> leaders) {
  private static final String GROUP = "controllermanager.config.k8s.io/";
  private static final List<String> VERSIONS = List.of("v1alpha1", "v1beta1", "v1");
  private static final List<String> LOCKS = List.of("leases", "endpoints");

  /**
   * One controller.
   *
   * @param name canonical
   * @param component the program that runs it; {@code *} for all
   */
  public record Leader(String name, String component) {}

  /**
   * The default configuration. Upstream's list uses obsolete names for two controllers; these are
   * the canonical ones.
   */
  public static MigrationConfig byDefault() {
    return new MigrationConfig(
        "cloud-provider-extraction-migration",
        List.of(
            new Leader("node-route-controller", "*"),
            new Leader("service-lb-controller", "*"),
            new Leader("cloud-node-lifecycle-controller", "*")));
  }

  /**
   * @throws HostException if the file does not exist, is of another kind, or is invalid
   */
  public static MigrationConfig read(Files files, String file) throws HostException {
    JsonNode tree;
    try {
      tree = Json.yamlMapper().readTree(files.read(Path.of(file)));
    } catch (IOException e) {
      throw new HostException(
          "unable to read leader migration configuration from \"" + file + "\": " + e.getMessage(),
          e);
    }
    var problems = new ArrayList<String>();
    MigrationConfig config = parse(tree, problems);
    if (!problems.isEmpty()) {
      throw new HostException(
          "leader migration configuration " + file + ": " + String.join(", ", problems));
    }
    return config;
  }

  static MigrationConfig parse(JsonNode tree, List<String> problems) {
    String apiVersion = tree.path("apiVersion").asText("");
    String version =
        apiVersion.startsWith(GROUP) ? apiVersion.substring(GROUP.length()) : apiVersion;
    if (!apiVersion.startsWith(GROUP)
        || !VERSIONS.contains(version)
        || !tree.path("kind").asText("").equals("LeaderMigrationConfiguration")) {
      problems.add(
          "no kind \""
              + tree.path("kind").asText("")
              + "\" is registered for version \""
              + apiVersion
              + "\"");
    }
    var allowed = new ArrayList<>(List.of("apiVersion", "kind", "leaderName", "controllerLeaders"));
    if (!version.equals("v1")) {
      allowed.add("resourceLock");
      String lock = tree.path("resourceLock").asText("leases");
      if (!LOCKS.contains(lock)) {
        problems.add(
            "resourceLock: Invalid value: \""
                + lock
                + "\": resource lock has to be leases or endpoints");
      }
    }
    refuseOthers(tree, "", allowed, problems);
    String leaderName = tree.path("leaderName").asText("");
    if (leaderName.isEmpty()) {
      problems.add("leaderName: Required value: leaderName must be set");
    }
    var leaders = new ArrayList<Leader>();
    int index = 0;
    for (JsonNode each : tree.path("controllerLeaders")) {
      String at = "controllerLeaders[" + index++ + "]";
      refuseOthers(each, at + ".", List.of("name", "component"), problems);
      Leader leader = new Leader(each.path("name").asText(""), each.path("component").asText(""));
      if (leader.name.isEmpty()) {
        problems.add(at + ".name: Required value: controller name must be set");
      }
      if (leader.component.isEmpty()) {
        problems.add(at + ".component: Required value: component must be set");
      }
      leaders.add(leader);
    }
    return new MigrationConfig(leaderName, List.copyOf(leaders));
  }

  private static void refuseOthers(
      JsonNode object, String at, List<String> allowed, List<String> problems) {
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!allowed.contains(name)) {
        problems.add("strict decoding error: unknown field \"" + at + name + "\"");
      }
    }
  }
}
