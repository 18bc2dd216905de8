package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** What only one object can have goes to one alone, whoever asks at the same time. */
final class AllocationTest {
  private static final int CALLERS = 24;
  private static final String SERVICES = "/api/v1/namespaces/default/services";

  private final TestingServer api = new TestingServer();

  /** The answers to requests that are made all at once. */
  private static List<ApiResponse> atOnce(IntFunction<ApiResponse> request) throws Exception {
    var tasks = Env.production().tasks();
    List<ApiResponse> answers = Collections.synchronizedList(new ArrayList<>());
    var callers = new ArrayList<Task>();
    for (int i = 0; i < CALLERS; i++) {
      int number = i;
      callers.add(tasks.spawn("caller-" + i, () -> answers.add(request.apply(number))));
    }
    for (Task caller : callers) {
      caller.join();
    }
    return answers;
  }

  private static long count(List<ApiResponse> answers, int status) {
    return answers.stream().filter(answer -> answer.status() == status).count();
  }

  @Test
  void allocatesANodePortOnce() throws Exception {
    var answers =
        atOnce(
            i ->
                api.post(
                    SERVICES,
                    "{'metadata': {'name': 's%d'}, 'spec': {'type': 'NodePort', 'ports': [{'port': 80, 'nodePort': 30500}]}}"
                        .formatted(i)));

    assertThat(count(answers, 201)).isEqualTo(1);
    assertThat(count(answers, 422)).isEqualTo(CALLERS - 1);
    // Those that were refused hold no address: the one of kubernetes and that of the winner.
    JsonNode addresses =
        TestingServer.json(api.get("/apis/networking.k8s.io/v1/ipaddresses")).path("items");
    assertThat(addresses).hasSize(2);
  }

  @Test
  void allocatesDistinctAddressesAndPortsToConcurrentServices() throws Exception {
    var answers =
        atOnce(
            i ->
                api.post(
                    SERVICES,
                    "{'metadata': {'name': 's%d'}, 'spec': {'type': 'NodePort', 'ports': [{'port': 80}]}}"
                        .formatted(i)));

    var addresses = new TreeSet<String>();
    var ports = new TreeSet<Integer>();
    for (ApiResponse answer : answers) {
      assertThat(answer.status()).isEqualTo(201);
      JsonNode spec = TestingServer.json(answer).path("spec");
      addresses.add(spec.path("clusterIP").asText());
      ports.add(spec.at("/ports/0/nodePort").asInt());
    }
    assertThat(addresses).hasSize(CALLERS).allMatch(address -> address.startsWith("10.96."));
    assertThat(ports).hasSize(CALLERS).allMatch(port -> port >= 30000 && port <= 32767);
  }

  @Test
  void releasesAddressesAndPortsOfADeletedService() {
    String service =
        "{'metadata': {'name': '%s'}, 'spec': {'clusterIP': '10.96.7.7', 'type': 'NodePort', 'ports': [{'port': 80, 'nodePort': 30600}]}}";
    assertThat(api.post(SERVICES, service.formatted("a")).status()).isEqualTo(201);
    assertThat(
            TestingServer.json(api.post(SERVICES, service.formatted("b"))).path("message").asText())
        .isEqualTo(
            "Service \"b\" is invalid: spec.clusterIPs: Invalid value: [\"10.96.7.7\"]: failed to"
                + " allocate IP 10.96.7.7: provided IP is already allocated");

    assertThat(api.delete(SERVICES + "/a").status()).isEqualTo(200);

    assertThat(api.post(SERVICES, service.formatted("b")).status()).isEqualTo(201);
  }

  @Test
  void aDryRunAllocatesNothing() {
    String service =
        "{'metadata': {'name': 'dry'}, 'spec': {'clusterIP': '10.96.8.8', 'ports': [{'port': 80}]}}";
    assertThat(api.post(SERVICES + "?dryRun=All", service).status()).isEqualTo(201);
    assertThat(api.get("/apis/networking.k8s.io/v1/ipaddresses/10.96.8.8").status()).isEqualTo(404);

    assertThat(api.post(SERVICES, service).status()).isEqualTo(201);
    assertThat(api.get("/apis/networking.k8s.io/v1/ipaddresses/10.96.8.8").status()).isEqualTo(200);
  }

  @Test
  void aQuotaIsNeverOverspent() throws Exception {
    api.post(
        "/api/v1/namespaces/default/resourcequotas",
        "{'metadata': {'name': 'q'}, 'spec': {'hard': {'configmaps': '5'}}}");
    api.patch(
        "/api/v1/namespaces/default/resourcequotas/q/status",
        TestingServer.MERGE,
        "{'status': {'hard': {'configmaps': '5'}, 'used': {'configmaps': '0'}}}");

    var answers =
        atOnce(
            i ->
                api.post(
                    "/api/v1/namespaces/default/configmaps",
                    "{'metadata': {'name': 'c%d'}}".formatted(i)));

    assertThat(count(answers, 201)).isEqualTo(5);
    assertThat(count(answers, 403)).isEqualTo(CALLERS - 5);
    JsonNode quota = TestingServer.json(api.get("/api/v1/namespaces/default/resourcequotas/q"));
    assertThat(quota.at("/status/used/configmaps").asText()).isEqualTo("5");
    JsonNode maps = TestingServer.json(api.get("/api/v1/namespaces/default/configmaps"));
    assertThat(maps.path("items")).hasSize(5);
  }

  @Test
  void aQuotaWithoutUsageRejectsCreates() {
    api.post(
        "/api/v1/namespaces/default/resourcequotas",
        "{'metadata': {'name': 'q'}, 'spec': {'hard': {'configmaps': '5'}}}");
    api.patch(
        "/api/v1/namespaces/default/resourcequotas/q/status",
        TestingServer.MERGE,
        "{'status': {'hard': {'configmaps': '5'}}}");

    var answer = api.post("/api/v1/namespaces/default/configmaps", "{'metadata': {'name': 'c'}}");

    assertThat(answer.status()).isEqualTo(403);
    assertThat(TestingServer.json(answer).path("message").asText())
        .isEqualTo(
            "configmaps \"c\" is forbidden: status unknown for quota: q, resources: configmaps");
  }
}
