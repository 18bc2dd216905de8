package io.coxswain.kube.shop;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What users of a cluster do: they roll out, scale, run jobs, claim volumes, delete. */
public final class ShopScript {
  public static final String NAMESPACE = "shop";
  private static final Duration MAX_DURATION = Duration.ofSeconds(60);

  /** What was made just before a quota may be missed by its first count; all are counted anew. */
  private static final Duration RECOUNT = Duration.ofMinutes(6);

  private final World world;

  public ShopScript(World world) {
    this.world = world;
  }

  public void run() throws ApiException {
    world.await("nodes", () -> count("/api/v1/nodes") == 3, MAX_DURATION);
    create("/api/v1/namespaces", "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
    await(
        "its account",
        "/api/v1/namespaces/shop/serviceaccounts/default",
        "/metadata/name",
        "default");
    await(
        "its root CA",
        "/api/v1/namespaces/shop/configmaps/kube-root-ca.crt",
        "/metadata/name",
        "kube-root-ca.crt");
    quota();
    rollout();
    sets();
    jobs();
    volumes();
    deletions();
    // Whatever is still on its way.
    world.run(Duration.ofSeconds(5));
  }

  private void quota() throws ApiException {
    create(
        "/api/v1/namespaces/shop/resourcequotas",
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {pods: \"30\","
            + " configmaps: \"9\"}}}");
    await(
        "the quota is counted",
        "/api/v1/namespaces/shop/resourcequotas/q",
        "/status/used/configmaps",
        "1",
        RECOUNT);
  }

  private void rollout() throws ApiException {
    create(
        "/api/v1/namespaces/shop/services",
        "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}, ports:"
            + " [{port: 80, targetPort: 8080}]}}");
    create(
        "/apis/policy/v1/namespaces/shop/poddisruptionbudgets",
        "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web}, spec:"
            + " {minAvailable: 1, selector: {matchLabels: {app: web}}}}");
    create(
        "/apis/apps/v1/namespaces/shop/deployments",
        workload("apps/v1", "Deployment", "web", "replicas: 3"));
    String web = "/apis/apps/v1/namespaces/shop/deployments/web";
    await("available", web, "/status/availableReplicas", "3");
    merge(web, "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":{\"round\":\"2\"}}}}}");
    await(
        "the second revision",
        web,
        "/metadata/annotations/deployment.kubernetes.io~1revision",
        "2");
    awaitRollout(web, 3);
    merge(web, "{\"spec\":{\"replicas\":4}}");
    awaitRollout(web, 4);
    await(
        "the budget counts them",
        "/apis/policy/v1/namespaces/shop/poddisruptionbudgets/web",
        "/status/currentHealthy",
        "4");
    world.await("its endpoints", () -> endpoints("web") == 4, MAX_DURATION);
  }

  private void sets() throws ApiException {
    create(
        "/api/v1/namespaces/shop/services",
        "{apiVersion: v1, kind: Service, metadata: {name: db}, spec: {clusterIP: None, selector:"
            + " {app: db}}}");
    create(
        "/apis/apps/v1/namespaces/shop/statefulsets",
        workload("apps/v1", "StatefulSet", "db", "replicas: 2, serviceName: db"));
    await(
        "db is up", "/apis/apps/v1/namespaces/shop/statefulsets/db", "/status/readyReplicas", "2");
    merge(
        "/apis/apps/v1/namespaces/shop/statefulsets/db",
        "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":{\"round\":\"2\"}}}}}");
    awaitRollout("/apis/apps/v1/namespaces/shop/statefulsets/db", 2);
    create(
        "/apis/apps/v1/namespaces/shop/daemonsets", workload("apps/v1", "DaemonSet", "agent", ""));
    await(
        "an agent on each node",
        "/apis/apps/v1/namespaces/shop/daemonsets/agent",
        "/status/numberReady",
        "3");
  }

  private void jobs() throws ApiException {
    job("count", "completions: 3, parallelism: 2, completionMode: Indexed", "{}");
    await("counted", "/apis/batch/v1/namespaces/shop/jobs/count", "/status/succeeded", "3");
    await(
        "counted to the end",
        "/apis/batch/v1/namespaces/shop/jobs/count",
        "/status/conditions/1/type",
        "Complete");
    job("broken", "backoffLimit: 0", "{simulated.coxswain.io/exit-code: \"3\"}");
    await(
        "it fails",
        "/apis/batch/v1/namespaces/shop/jobs/broken",
        "/status/conditions/1/type",
        "Failed");
    job("gone", "ttlSecondsAfterFinished: 1", "{}");
    world.await("it goes", () -> !exists("/apis/batch/v1/namespaces/shop/jobs/gone"), MAX_DURATION);
    job("asleep", "suspend: true", "{}");
    await(
        "it is suspended",
        "/apis/batch/v1/namespaces/shop/jobs/asleep",
        "/status/conditions/0/type",
        "Suspended");
    create(
        "/apis/batch/v1/namespaces/shop/cronjobs",
        "{apiVersion: batch/v1, kind: CronJob, metadata: {name: never}, spec: {schedule: \"0 0 30 2"
            + " *\", jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers:"
            + " [{name: c, image: i}]}}}}}}");
  }

  private void volumes() throws ApiException {
    create(
        "/api/v1/persistentvolumes",
        "{apiVersion: v1, kind: PersistentVolume, metadata: {name: shop-1}, spec: {capacity:"
            + " {storage: 1Gi}, accessModes: [ReadWriteOnce], storageClassName: by-hand, hostPath:"
            + " {path: /tmp/x}}}");
    await("the volume is known", "/api/v1/persistentvolumes/shop-1", "/status/phase", "Available");
    create(
        "/api/v1/namespaces/shop/persistentvolumeclaims",
        "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec: {accessModes:"
            + " [ReadWriteOnce], storageClassName: by-hand, resources: {requests: {storage:"
            + " 1Gi}}}}");
    await("bound", "/api/v1/namespaces/shop/persistentvolumeclaims/data", "/status/phase", "Bound");
    await("the volume too", "/api/v1/persistentvolumes/shop-1", "/status/phase", "Bound");
  }

  private void deletions() throws ApiException {
    String sets = "/apis/apps/v1/namespaces/shop/replicasets";
    create(sets, workload("apps/v1", "ReplicaSet", "left", "replicas: 2"));
    await("left is there", sets + "/left", "/status/readyReplicas", "2");
    delete(sets + "/left", "Orphan");
    world.await("left is gone, its pods are not", () -> !exists(sets + "/left"), MAX_DURATION);
    String deployments = "/apis/apps/v1/namespaces/shop/deployments";
    create(deployments, workload("apps/v1", "Deployment", "brief", "replicas: 2"));
    await("brief is there", deployments + "/brief", "/status/availableReplicas", "2");
    delete(deployments + "/brief", "Foreground");
    world.await("brief is gone", () -> !exists(deployments + "/brief"), MAX_DURATION);
    create("/api/v1/namespaces", "{apiVersion: v1, kind: Namespace, metadata: {name: passing}}");
    create(
        "/apis/apps/v1/namespaces/passing/deployments",
        workload("apps/v1", "Deployment", "p", "replicas: 1"));
    await(
        "passing works",
        "/apis/apps/v1/namespaces/passing/deployments/p",
        "/status/availableReplicas",
        "1");
    delete("/api/v1/namespaces/passing", "Background");
    world.await("passing is over", () -> !exists("/api/v1/namespaces/passing"), MAX_DURATION);
  }

  // ---- words

  private static String workload(String apiVersion, String kind, String name, String more) {
    return """
    apiVersion: %s
    kind: %s
    metadata: {name: %s}
    spec:
      selector: {matchLabels: {app: %s}}
      template:
        metadata: {labels: {app: %s}}
        spec: {containers: [{name: c, image: i, ports: [{containerPort: 8080}]}]}
    """
            .formatted(apiVersion, kind, name, name, name)
        + (more.isEmpty() ? "" : more.replace(", ", "\n").indent(2));
  }

  private void job(String name, String more, String annotations) throws ApiException {
    create(
        "/apis/batch/v1/namespaces/shop/jobs",
        "{apiVersion: batch/v1, kind: Job, metadata: {name: %s}, spec: {%s, template: {metadata: {annotations: %s}, spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}"
            .formatted(name, more, annotations));
  }

  private void create(String path, String yaml) throws ApiException {
    try {
      JsonNode object = Json.yamlMapper().readTree(yaml);
      world
          .objects()
          .call(ApiRequest.of("POST", path).body("application/json", Json.bytes(object)));
    } catch (IOException e) {
      throw new AssertionError(yaml, e);
    }
  }

  private void merge(String path, String patch) throws ApiException {
    world
        .objects()
        .call(
            ApiRequest.of("PATCH", path)
                .body("application/merge-patch+json", patch.getBytes(StandardCharsets.UTF_8)));
  }

  private void delete(String path, String propagation) throws ApiException {
    world.objects().call(ApiRequest.of("DELETE", path).with("propagationPolicy", propagation));
  }

  private boolean exists(String path) throws ApiException {
    try {
      world.objects().call(ApiRequest.get(path));
      return true;
    } catch (ApiException.NotFound e) {
      return false;
    }
  }

  private int count(String path) throws ApiException {
    return Json.tree(world.objects().call(ApiRequest.get(path)).body()).path("items").size();
  }

  private int endpoints(String service) throws ApiException {
    JsonNode slices =
        Json.tree(
            world
                .objects()
                .call(
                    ApiRequest.get("/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices")
                        .with("labelSelector", "kubernetes.io/service-name=" + service))
                .body());
    int ready = 0;
    for (JsonNode slice : slices.path("items")) {
      for (JsonNode endpoint : slice.path("endpoints")) {
        ready += endpoint.path("conditions").path("ready").asBoolean() ? 1 : 0;
      }
    }
    return ready;
  }

  /** All pods are there, of the newest template, and nothing else. */
  private void awaitRollout(String path, int replicas) {
    world.await(
        "the rollout of " + path,
        () -> {
          JsonNode set = Json.tree(world.objects().call(ApiRequest.get(path)).body());
          JsonNode status = set.path("status");
          return status.path("observedGeneration").asLong()
                  == set.path("metadata").path("generation").asLong()
              && status.path("updatedReplicas").asInt() == replicas
              && status.path("replicas").asInt() == replicas
              && status.path("availableReplicas").asInt() == replicas;
        },
        MAX_DURATION);
  }

  private void await(String what, String path, String pointer, String value) {
    await(what, path, pointer, value, MAX_DURATION);
  }

  private void await(String what, String path, String pointer, String value, Duration atMost) {
    world.await(
        what,
        () ->
            exists(path)
                && Json.tree(world.objects().call(ApiRequest.get(path)).body())
                    .at(pointer)
                    .asText()
                    .equals(value),
        atMost);
  }
}
