package io.coxswain.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.apiserver.crd.PrinterColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s", "PT119S, 119s", "PT2M, 2m", "PT2M5S, 2m5s", "PT9M59S, 9m59s", "PT10M5S, 10m",
    "PT179M, 179m", "PT3H, 3h", "PT7H59M, 7h59m", "PT8H30M, 8h", "PT47H, 47h", "P2D, 2d",
    "P7DT5H, 7d5h", "P8D, 8d", "P729D, 729d", "P730D, 2y", "P900D, 2y170d", "P3000D, 8y",
    "PT-1S, 0s", "PT-2S, <invalid>"
  })
  void shortensDurations(Duration duration, String text) {
    assertThat(Ages.of(duration)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {phase: Pending}                                                     | 0/2 Pending 0
          {phase: Failed, reason: Evicted}                                     | 0/2 Evicted 0
          {phase: Pending, conditions: [{type: PodScheduled, reason: SchedulingGated}]} | 0/2 SchedulingGated 0
          {phase: Running, containerStatuses: [{ready: true, restartCount: 2, state: {running: {}}}]} | 1/2 Running 2
          {phase: Running, containerStatuses: [{restartCount: 3, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {finishedAt: '2026-01-01T00:05:00Z'}}}]} | 0/2 CrashLoopBackOff 3 (5m ago)
          {phase: Running, containerStatuses: [{ready: true, state: {running: {}}}, {state: {terminated: {reason: Completed}}}], conditions: [{type: Ready, status: 'True'}]} | 1/2 Running 0
          {phase: Running, containerStatuses: [{ready: true, state: {running: {}}}, {state: {terminated: {reason: Completed}}}]} | 1/2 NotReady 0
          {phase: Failed, containerStatuses: [{state: {terminated: {exitCode: 3}}}]} | 0/2 ExitCode:3 0
          {phase: Failed, containerStatuses: [{state: {terminated: {signal: 9}}}]} | 0/2 Signal:9 0
          """)
  void summarizesThePodsStateInOneWord(String status, String expected) {
    ObjectNode pod =
        tree(
            "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a}, {name: b}]}}");
    pod.set("status", tree(status));

    List<String> row = row("v1", "Pod", pod);

    assertThat(row.get(1) + " " + row.get(2) + " " + row.get(3)).isEqualTo(expected);
  }

  @Test
  void showsTheProgressOfInitialization() {
    ObjectNode pod =
        tree(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              initContainers: [{name: i}, {name: j, restartPolicy: Always}, {name: k}]
              containers: [{name: a}]
            status:
              phase: Pending
              initContainerStatuses:
              - {name: i, state: {terminated: {exitCode: 0}}}
              - {name: j, started: true, ready: true, state: {running: {}}}
              - {name: k, state: {waiting: {reason: PodInitializing}}}
            """);

    assertThat(row("v1", "Pod", pod)).startsWith("p", "1/2", "Init:2/3", "0");
  }

  @Test
  void showsCompletedPods() {
    ObjectNode pod =
        tree("{apiVersion: v1, kind: Pod, metadata: {name: p}, status: {phase: Succeeded}}");

    assertThat(table("v1", "Pod", pod).at("/rows/0/conditions"))
        .isEqualTo(
            tree("{x: [{type: Completed, status: 'True', reason: Succeeded, message: The pod has"
                    + " completed successfully.}]}")
                .get("x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          apps/v1 | Deployment | {spec: {replicas: 3, selector: {matchLabels: {app: x}}, template: {spec: {containers: [{name: c, image: 'img:1'}]}}}, status: {readyReplicas: 1, updatedReplicas: 2, availableReplicas: 1}} | n 1/3 2 1 10m c img:1 app=x
          batch/v1 | Job | {spec: {completions: 2, template: {spec: {containers: [{name: c, image: i}]}}}, status: {succeeded: 1, startTime: '2026-01-01T00:09:00Z'}} | n Running 1/2 60s 10m c i <none>
          batch/v1 | Job | {spec: {parallelism: 3, template: {spec: {}}}, status: {conditions: [{type: Suspended, status: 'True'}]}} | n Suspended 0/1 of 3  10m   <none>
          v1 | Service | {spec: {type: ClusterIP, clusterIP: None, ports: [{port: 80, protocol: TCP}, {port: 53, protocol: UDP}], selector: {a: b}}} | n ClusterIP None <none> 80/TCP,53/UDP 10m a=b
          v1 | Service | {spec: {type: ExternalName, externalName: e.example.com}} | n ExternalName <none> e.example.com <none> 10m <none>
          v1 | Service | {spec: {type: LoadBalancer, clusterIP: 1.2.3.4, ports: [{port: 80, nodePort: 30080, protocol: TCP}]}} | n LoadBalancer 1.2.3.4 <pending> 80:30080/TCP 10m <none>
          v1 | Node | {} | n Unknown <none> 10m  <none> <none> <unknown> <unknown> <unknown>
          v1 | Node | {spec: {unschedulable: true}, status: {conditions: [{type: Ready, status: 'True'}]}} | n Ready,SchedulingDisabled <none> 10m  <none> <none> <unknown> <unknown> <unknown>
          v1 | ConfigMap | {data: {a: b, c: d}} | n 2 10m
          v1 | PersistentVolumeClaim | {spec: {volumeMode: Filesystem}, status: {phase: Pending}} | n Pending     <unset> 10m Filesystem
          v1 | LimitRange | {} | n 2026-01-01T00:00:00Z
          v1 | ReplicationController | {spec: {replicas: 1, selector: {app: x}, template: {spec: {containers: [{name: c, image: i}]}}}, status: {replicas: 1}} | n 1 1 0 10m c i app=x
          rbac.authorization.k8s.io/v1 | RoleBinding | {roleRef: {kind: Role, name: ro}, subjects: [{kind: User, name: alice}, {kind: ServiceAccount, namespace: s, name: bot}]} | n Role/ro 10m alice  s/bot
          batch/v1 | CronJob | {spec: {schedule: '* * * * *', suspend: false, jobTemplate: {spec: {template: {spec: {containers: [{name: c, image: i}]}}}}}} | n * * * * * <none> False 0 <none> 10m c i <none>
          """)
  void fillsTheCellsOfAKind(String apiVersion, String kind, String yaml, String expected) {
    ObjectNode object = tree(yaml);
    object.put("apiVersion", apiVersion).put("kind", kind);
    object
        .withObject("/metadata")
        .put("name", "n")
        .put("creationTimestamp", "2026-01-01T00:00:00Z");

    assertThat(String.join(" ", row(apiVersion, kind, object))).isEqualTo(expected);
  }

  @Test
  void hasUpstreamsColumns() {
    JsonNode columns = table("apps/v1", "DaemonSet", tree("{}")).get("columnDefinitions");
    var texts = new ArrayList<String>();
    columns.forEach(
        c ->
            texts.add(
                c.get("name").asText()
                    + ":"
                    + c.get("type").asText()
                    + ":"
                    + c.get("priority").asInt()));

    assertThat(texts)
        .containsExactly(
            "Name:string:0",
            "Desired:integer:0",
            "Current:integer:0",
            "Ready:integer:0",
            "Up-to-date:integer:0",
            "Available:integer:0",
            "Node Selector:string:0",
            "Age:string:0",
            "Containers:string:1",
            "Images:string:1",
            "Selector:string:1");
  }

  @Test
  void takesTheColumnsOfACustomKindFromItsCrd() {
    TableFormat format =
        TableFormat.custom(
            List.of(
                new PrinterColumn("State", "string", "", "", 0, ".status.terminalState"),
                new PrinterColumn(
                    "Ready",
                    "string",
                    "",
                    "",
                    0,
                    ".status.conditions[?(@.type==\"Ready\")].status"),
                new PrinterColumn("Count", "integer", "", "", 0, ".spec.count"),
                new PrinterColumn("Wrong", "integer", "", "", 0, ".status.terminalState"),
                new PrinterColumn("Key", "string", "", "", 1, ".metadata.labels['a\\.b/c']"),
                PrinterColumn.AGE));
    ObjectNode object =
        tree(
            """
            metadata: {name: n, labels: {a.b/c: d}, creationTimestamp: '2026-01-01T00:00:00Z'}
            spec: {count: 3}
            status: {conditions: [{type: Other, status: 'False'}, {type: Ready, status: 'True'}]}
            """);

    JsonNode cells =
        format
            .table(List.of(object), Json.MAPPER.createObjectNode(), IncludeObject.NONE, true, NOW)
            .at("/rows/0/cells");

    assertThat(cells).hasToString("[\"n\",null,\"True\",3,null,\"d\",\"10m\"]");
  }

  @Test
  void includesTheRequestedObject() {
    ObjectNode map = tree("{kind: ConfigMap, apiVersion: v1, metadata: {name: n}, data: {a: b}}");
    TableFormat format = BuiltInTables.of("v1", "ConfigMap");
    ObjectNode none = Json.MAPPER.createObjectNode();

    assertThat(
            format
                .table(List.of(map), none, IncludeObject.NONE, true, NOW)
                .at("/rows/0/object")
                .isNull())
        .isTrue();
    assertThat(
            format
                .table(List.of(map), none, IncludeObject.METADATA, true, NOW)
                .at("/rows/0/object"))
        .isEqualTo(
            tree("{kind: PartialObjectMetadata, apiVersion: meta.k8s.io/v1, metadata: {name: n}}"));
    assertThat(
            format.table(List.of(map), none, IncludeObject.OBJECT, true, NOW).at("/rows/0/object"))
        .isEqualTo(map);
    assertThat(
            format
                .table(List.of(map), none, IncludeObject.NONE, false, NOW)
                .get("columnDefinitions")
                .isNull())
        .isTrue();
    assertThat(IncludeObject.parse("Bogus")).isEmpty();
  }

  @Test
  void fillsAsManyCellsAsThereAreColumns() {
    for (String kind : BuiltInTypes.kindNames().keySet()) {
      String[] words = kind.split(" ");
      ObjectNode table = table(words[0], words[1], tree("{}"));

      assertThat(table.at("/rows/0/cells")).as(kind).hasSameSizeAs(table.get("columnDefinitions"));
    }
  }

  private static ObjectNode table(String apiVersion, String kind, ObjectNode object) {
    return BuiltInTables.of(apiVersion, kind)
        .table(List.of(object), Json.MAPPER.createObjectNode(), IncludeObject.NONE, true, NOW);
  }

  private static List<String> row(String apiVersion, String kind, ObjectNode object) {
    var cells = new ArrayList<String>();
    table(apiVersion, kind, object).at("/rows/0/cells").forEach(cell -> cells.add(cell.asText()));
    return cells;
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.yamlMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
