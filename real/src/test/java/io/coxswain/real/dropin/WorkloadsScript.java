package io.coxswain.real.dropin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The less common settings of workloads, one after the other: rollouts that are paused, stuck or
 * rolled back, sets with partitions and ordinals, the policies of Jobs, adoption, cascades of
 * owners, claims, budgets, mirrored endpoints. It waits for each to come to rest.
 */
final class WorkloadsScript {
  static final String NAMESPACE = "yard";
  private static final Duration MAX_DURATION = Duration.ofMinutes(2);
  private static final String CORE = "/api/v1/namespaces/yard/";
  private static final String APPS = "/apis/apps/v1/namespaces/yard/";
  private static final String JOBS = "/apis/batch/v1/namespaces/yard/jobs";

  private final World world;

  WorkloadsScript(World world) {
    this.world = world;
  }

  void run() throws ApiException {
    await("/api/v1/nodes/sim-2", "/metadata/name", "sim-2");
    create("/api/v1/namespaces", "{apiVersion: v1, kind: Namespace, metadata: {name: yard}}");
    await(CORE + "serviceaccounts/default", "/metadata/name", "default");
    await(CORE + "configmaps/kube-root-ca.crt", "/metadata/name", "kube-root-ca.crt");
    deployments();
    replicas();
    statefulSets();
    daemonSets();
    jobs();
    owners();
    volumes();
    services();
    scaling();
    // Whatever is still on its way.
    world.run(Duration.ofSeconds(5));
  }

  private void deployments() throws ApiException {
    String all = APPS + "deployments";
    create(
        all,
        workload(
            "Deployment",
            "roll",
            "replicas: 1, revisionHistoryLimit: 1, strategy: {rollingUpdate: {maxSurge: 100%,"
                + " maxUnavailable: 0}}"));
    awaitRollout("deployments/roll", 1);
    for (String round : new String[] {"2", "3", "2"}) { // the last is a rollback
      merge(all + "/roll", template(round));
      awaitRollout("deployments/roll", 1);
    }
    create(all, workload("Deployment", "steady", "replicas: 12"));
    awaitRollout("deployments/steady", 12);
    create(all, workload("Deployment", "recreated", "replicas: 3, strategy: {type: Recreate}"));
    awaitRollout("deployments/recreated", 3);
    merge(all + "/recreated", template("2"));
    awaitRollout("deployments/recreated", 3);
    create(all, workload("Deployment", "paused", "replicas: 2, strategy: {type: Recreate}"));
    awaitRollout("deployments/paused", 2);
    merge(all + "/paused", "{\"spec\":{\"paused\":true}}");
    merge(all + "/paused", template("2"));
    merge(all + "/paused", "{\"spec\":{\"replicas\":4}}");
    await(all + "/paused", "/status/availableReplicas", "4");
    merge(all + "/paused", "{\"spec\":{\"paused\":false}}");
    awaitRollout("deployments/paused", 4);
    create(
        all,
        pods(
            "Deployment",
            "stuck",
            "replicas: 2, progressDeadlineSeconds: 2",
            "readinessGates: [{conditionType: yard/never}], "));
    awaitCondition(all + "/stuck", "Progressing", "False");
  }

  private void replicas() throws ApiException {
    String controllers = CORE + "replicationcontrollers";
    create(
        controllers,
        """
        apiVersion: v1
        kind: ReplicationController
        metadata: {name: classic}
        spec:
          replicas: 2
          template:
            metadata: {labels: {app: classic}}
            spec: {containers: [{name: c, image: i}]}
        """);
    await(controllers + "/classic", "/status/readyReplicas", "2");
    merge(controllers + "/classic", "{\"spec\":{\"replicas\":4}}");
    await(controllers + "/classic", "/status/readyReplicas", "4");
    // Pods of nobody, one of which is cheap to delete.
    for (String name : new String[] {"dear", "cheap"}) {
      create(
          CORE + "pods",
          "{apiVersion: v1, kind: Pod, metadata: {name: %s, labels: {app: adopted}, annotations: {controller.kubernetes.io/pod-deletion-cost: \"%s\"}}, spec: {containers: [{name: c, image: i}]}}"
              .formatted(name, name.equals("cheap") ? "-5" : "5"));
      await(CORE + "pods/" + name, "/status/phase", "Running");
    }
    create(APPS + "replicasets", workload("ReplicaSet", "adopted", "replicas: 2"));
    await(APPS + "replicasets/adopted", "/status/readyReplicas", "2");
    merge(APPS + "replicasets/adopted", "{\"spec\":{\"replicas\":1}}");
    awaitAbsence(CORE + "pods/cheap");
    await(APPS + "replicasets/adopted", "/status/replicas", "1");
    // A pod that no longer matches is released, and replaced.
    merge(CORE + "pods/dear", "{\"metadata\":{\"labels\":{\"app\":\"other\"}}}");
    await(CORE + "pods/dear", "/metadata/ownerReferences/0/kind", "");
    await(APPS + "replicasets/adopted", "/status/readyReplicas", "1");
  }

  private void statefulSets() throws ApiException {
    String all = APPS + "statefulsets";
    create(
        all,
        workload("StatefulSet", "ordinal", "replicas: 4, serviceName: none, ordinals: {start: 5}"));
    await(all + "/ordinal", "/status/readyReplicas", "4");
    merge(all + "/ordinal", "{\"spec\":{\"replicas\":2}}");
    await(all + "/ordinal", "/status/replicas", "2");
    create(
        all,
        workload(
            "StatefulSet",
            "split",
            "replicas: 4, serviceName: none, podManagementPolicy: Parallel, updateStrategy:"
                + " {rollingUpdate: {partition: 2}}"));
    await(all + "/split", "/status/readyReplicas", "4");
    merge(all + "/split", template("2"));
    await(all + "/split", "/status/updatedReplicas", "2");
    await(all + "/split", "/status/readyReplicas", "4");
    create(
        all,
        workload(
            "StatefulSet",
            "byhand",
            "replicas: 2, serviceName: none, updateStrategy: {type: OnDelete}"));
    await(all + "/byhand", "/status/readyReplicas", "2");
    merge(all + "/byhand", template("2"));
    delete(CORE + "pods/byhand-1", "Background");
    await(all + "/byhand", "/status/updatedReplicas", "1");
    await(all + "/byhand", "/status/readyReplicas", "2");
    create(
        all,
        workload(
            "StatefulSet",
            "claiming",
            "replicas: 3, serviceName: none, podManagementPolicy: Parallel,"
                + " persistentVolumeClaimRetentionPolicy: {whenScaled: Delete, whenDeleted:"
                + " Retain}, volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes:"
                + " [ReadWriteOnce], storageClassName: none, resources: {requests: {storage:"
                + " 1Gi}}}}]"));
    await(CORE + "persistentvolumeclaims/data-claiming-2", "/status/phase", "Pending");
    await(all + "/claiming", "/status/replicas", "3");
    merge(all + "/claiming", "{\"spec\":{\"replicas\":1}}");
    awaitAbsence(CORE + "persistentvolumeclaims/data-claiming-2");
    awaitAbsence(CORE + "persistentvolumeclaims/data-claiming-1");
  }

  private void daemonSets() throws ApiException {
    String all = APPS + "daemonsets";
    create(
        all,
        workload(
            "DaemonSet",
            "surging",
            "updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}"));
    await(all + "/surging", "/status/numberReady", "3");
    merge(all + "/surging", template("2"));
    await(all + "/surging", "/status/updatedNumberScheduled", "3");
    await(all + "/surging", "/status/numberAvailable", "3");
    create(all, workload("DaemonSet", "resting", "updateStrategy: {type: OnDelete}"));
    await(all + "/resting", "/status/numberReady", "3");
    merge(all + "/resting", template("2"));
    await(all + "/resting", "/status/updatedNumberScheduled", "");
    merge(
        all + "/resting",
        "{\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"yard\":\"none\"}}}}}");
    await(all + "/resting", "/status/desiredNumberScheduled", "0");
    await(all + "/resting", "/status/numberMisscheduled", "0");
  }

  private void jobs() throws ApiException {
    job("many", "completions: 8, parallelism: 4", "");
    awaitCondition(JOBS + "/many", "Complete", "True");
    job(
        "perindex",
        "completions: 3, parallelism: 3, completionMode: Indexed, backoffLimitPerIndex: 0,"
            + " maxFailedIndexes: 3",
        "simulated.coxswain.io/exit-code: \"3\"");
    awaitCondition(JOBS + "/perindex", "Failed", "True");
    job(
        "ruled",
        "backoffLimit: 6, podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In,"
            + " values: [42]}}]}",
        "simulated.coxswain.io/exit-code: \"42\"");
    awaitCondition(JOBS + "/ruled", "Failed", "True");
    job(
        "enough",
        "completions: 4, parallelism: 1, completionMode: Indexed, successPolicy: {rules:"
            + " [{succeededCount: 2}]}",
        "");
    awaitCondition(JOBS + "/enough", "Complete", "True");
    job(
        "late",
        "activeDeadlineSeconds: 2, podReplacementPolicy: Failed",
        "simulated.coxswain.io/run-for: 10m");
    awaitCondition(JOBS + "/late", "Failed", "True");
    job("slept", "suspend: true, completions: 2, parallelism: 2", "");
    awaitCondition(JOBS + "/slept", "Suspended", "True");
    merge(JOBS + "/slept", "{\"spec\":{\"suspend\":false}}");
    awaitCondition(JOBS + "/slept", "Complete", "True");
    job(
        "elastic",
        "completions: 2, parallelism: 2, completionMode: Indexed",
        "simulated.coxswain.io/run-for: 4s");
    await(JOBS + "/elastic", "/status/ready", "2");
    merge(JOBS + "/elastic", "{\"spec\":{\"completions\":4,\"parallelism\":4}}");
    awaitCondition(JOBS + "/elastic", "Complete", "True");
  }

  private void owners() throws ApiException {
    create(CORE + "configmaps", "{apiVersion: v1, kind: ConfigMap, metadata: {name: root}}");
    owned("middle", "root", "");
    owned("leaf", "middle", "");
    owned("kept", "root", "");
    create(CORE + "configmaps", "{apiVersion: v1, kind: ConfigMap, metadata: {name: second}}");
    // An object with a second owner outlives the first.
    merge(
        CORE + "configmaps/kept",
        "{\"metadata\":{\"ownerReferences\":[%s,%s]}}"
            .formatted(reference("root"), reference("second")));
    delete(CORE + "configmaps/root", "Foreground");
    awaitAbsence(CORE + "configmaps/root");
    awaitAbsence(CORE + "configmaps/leaf");
    await(CORE + "configmaps/kept", "/metadata/ownerReferences/0/name", "second");
    await(CORE + "configmaps/kept", "/metadata/ownerReferences/1/name", "");
    owned("lost", "second", "00000000-0000-0000-0000-000000000000");
    awaitAbsence(CORE + "configmaps/lost");
    delete(CORE + "serviceaccounts/default", "Background");
    await(CORE + "serviceaccounts/default", "/metadata/name", "default");
    delete(CORE + "configmaps/kube-root-ca.crt", "Background");
    await(CORE + "configmaps/kube-root-ca.crt", "/metadata/name", "kube-root-ca.crt");
  }

  private void owned(String name, String owner, String uid) throws ApiException {
    String reference =
        uid.isEmpty()
            ? reference(owner)
            : "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"%s\",\"uid\":\"%s\"}"
                .formatted(owner, uid);
    create(
        CORE + "configmaps",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, ownerReferences: [%s]}}"
            .formatted(name, reference));
  }

  private String reference(String name) throws ApiException {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"%s\",\"uid\":\"%s\",\"blockOwnerDeletion\":true}"
        .formatted(name, read(CORE + "configmaps/" + name).at("/metadata/uid").asText());
  }

  private void volumes() throws ApiException {
    create(
        "/api/v1/persistentvolumes",
        "{apiVersion: v1, kind: PersistentVolume, metadata: {name: yard-1}, spec: {capacity:"
            + " {storage: 1Gi}, accessModes: [ReadWriteOnce], storageClassName: yard, hostPath:"
            + " {path: /tmp/x}}}");
    await("/api/v1/persistentvolumes/yard-1", "/status/phase", "Available");
    String claims = CORE + "persistentvolumeclaims";
    create(
        claims,
        "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: used}, spec: {accessModes:"
            + " [ReadWriteOnce], storageClassName: yard, resources: {requests: {storage: 1Gi}}}}");
    await(claims + "/used", "/status/phase", "Bound");
    create(
        CORE + "pods",
        "{apiVersion: v1, kind: Pod, metadata: {name: user}, spec: {nodeName: sim-0,"
            + " containers: [{name: c, image: i}], volumes: [{name: v, persistentVolumeClaim: {claimName: used}}, {name: own,"
            + " ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce],"
            + " storageClassName: none, resources: {requests: {storage: 1Gi}}}}}}]}}");
    await(claims + "/user-own", "/status/phase", "Pending");
    delete(claims + "/used", "Background");
    await(claims + "/used", "/metadata/finalizers/0", "kubernetes.io/pvc-protection");
    delete(CORE + "pods/user", "Background");
    awaitAbsence(CORE + "pods/user");
    awaitAbsence(claims + "/used");
    awaitAbsence(claims + "/user-own");
    await("/api/v1/persistentvolumes/yard-1", "/status/phase", "Released");
  }

  private void services() throws ApiException {
    create(
        CORE + "services",
        "{apiVersion: v1, kind: Service, metadata: {name: several}, spec: {selector: {app: steady},"
            + " ports: [{name: a, port: 80, targetPort: 8080}, {name: b, port: 81, protocol:"
            + " UDP}]}}");
    awaitSlice("several", 12);
    create(
        CORE + "services",
        "{apiVersion: v1, kind: Service, metadata: {name: early}, spec: {clusterIP: None,"
            + " publishNotReadyAddresses: true, selector: {app: stuck}}}");
    awaitSlice("early", 2);
    create(
        CORE + "services",
        "{apiVersion: v1, kind: Service, metadata: {name: outside}, spec: {ports: [{port: 80}]}}");
    create(
        CORE + "endpoints",
        "{apiVersion: v1, kind: Endpoints, metadata: {name: outside}, subsets: [{addresses: [{ip:"
            + " 192.0.2.1}, {ip: 192.0.2.2}], ports: [{port: 80}]}]}");
    awaitSlice("outside", 2);
    merge(CORE + "endpoints/outside", "{\"subsets\":[{\"addresses\":[{\"ip\":\"192.0.2.3\"}]}]}");
    awaitSlice("outside", 1);
  }

  private void scaling() throws ApiException {
    String budgets = "/apis/policy/v1/namespaces/yard/poddisruptionbudgets";
    create(
        budgets,
        "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: half}, spec:"
            + " {maxUnavailable: 50%, selector: {matchLabels: {app: steady}}}}");
    await(budgets + "/half", "/status/disruptionsAllowed", "6");
    create(
        budgets,
        "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: idle}, spec:"
            + " {minAvailable: 1, selector: {matchLabels: {app: nothing}}}}");
    await(budgets + "/idle", "/status/observedGeneration", "1");
    create(APPS + "deployments", workload("Deployment", "grown", "replicas: 1"));
    awaitRollout("deployments/grown", 1);
    create(
        "/apis/autoscaling/v2/namespaces/yard/horizontalpodautoscalers",
        "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: grown}, spec:"
            + " {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: grown}, minReplicas:"
            + " 3, maxReplicas: 5}}");
    awaitRollout("deployments/grown", 3);
    create(
        CORE + "resourcequotas",
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: besteffort}, spec: {hard: {pods:"
            + " \"90\"}, scopes: [BestEffort]}}");
    create(
        CORE + "resourcequotas",
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: counted}, spec: {hard:"
            + " {count/deployments.apps: \"9\", services: \"9\", persistentvolumeclaims:"
            + " \"9\"}}}");
    await(CORE + "resourcequotas/counted", "/status/used/count~1deployments.apps", "6");
    await(CORE + "resourcequotas/besteffort", "/status/hard/pods", "90");
  }

  private static String template(String round) {
    return "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":{\"round\":\""
        + round
        + "\"}}}}}";
  }

  private static String workload(String kind, String name, String settings) {
    return pods(kind, name, settings, "");
  }

  private static String pods(String kind, String name, String settings, String podSettings) {
    return "{apiVersion: apps/v1, kind: %s, metadata: {name: %s}, spec: {%s, selector: {matchLabels: {app: %s}}, template: {metadata: {labels: {app: %s}}, spec: {%scontainers: [{name: c, image: i, ports: [{containerPort: 8080}]}]}}}}"
        .formatted(kind, name, settings, name, name, podSettings);
  }

  private void job(String name, String settings, String annotations) throws ApiException {
    create(
        JOBS,
        "{apiVersion: batch/v1, kind: Job, metadata: {name: %s}, spec: {%s, template: {metadata: {annotations: {%s}}, spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}"
            .formatted(name, settings, annotations));
  }

  private void create(String path, String yaml) throws ApiException {
    try {
      byte[] body = Json.bytes(Json.yamlMapper().readTree(yaml));
      var _ = world.objects().call(ApiRequest.of("POST", path).body("application/json", body));
    } catch (IOException e) {
      throw new AssertionError(yaml, e);
    }
  }

  private void merge(String path, String patch) throws ApiException {
    byte[] body = patch.getBytes(StandardCharsets.UTF_8);
    var _ =
        world
            .objects()
            .call(ApiRequest.of("PATCH", path).body("application/merge-patch+json", body));
  }

  private void delete(String path, String propagation) throws ApiException {
    var _ =
        world.objects().call(ApiRequest.of("DELETE", path).with("propagationPolicy", propagation));
  }

  private JsonNode read(String path) throws ApiException {
    try {
      return Json.tree(world.objects().call(ApiRequest.get(path)).body());
    } catch (ApiException.NotFound e) {
      return MissingNode.getInstance();
    }
  }

  private void await(String path, String pointer, String value) {
    world.await(
        path + " has " + pointer + " " + value,
        () -> {
          JsonNode object = read(path);
          return !object.isMissingNode() && object.at(pointer).asText().equals(value);
        },
        MAX_DURATION);
  }

  private void awaitAbsence(String path) {
    world.await(path + " has been deleted", () -> read(path).isMissingNode(), MAX_DURATION);
  }

  private void awaitCondition(String path, String type, String status) {
    world.await(
        path + " is " + type + " " + status,
        () -> {
          for (JsonNode condition : read(path).at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)
                && condition.path("status").asText().equals(status)) {
              return true;
            }
          }
          return false;
        },
        MAX_DURATION);
  }

  private void awaitRollout(String workload, int replicas) {
    world.await(
        workload + " has rolled out",
        () -> {
          JsonNode set = read(APPS + workload);
          JsonNode status = set.path("status");
          return status.path("observedGeneration").asLong()
                  == set.path("metadata").path("generation").asLong()
              && status.path("updatedReplicas").asInt() == replicas
              && status.path("replicas").asInt() == replicas
              && status.path("availableReplicas").asInt() == replicas;
        },
        MAX_DURATION);
  }

  private void awaitSlice(String service, int addresses) {
    ApiRequest list =
        ApiRequest.get("/apis/discovery.k8s.io/v1/namespaces/yard/endpointslices")
            .with("labelSelector", "kubernetes.io/service-name=" + service);
    world.await(
        service + " has " + addresses + " endpoints",
        () -> {
          int found = 0;
          for (JsonNode slice : Json.tree(world.objects().call(list).body()).path("items")) {
            found += slice.path("endpoints").size();
          }
          return found == addresses;
        },
        MAX_DURATION);
  }
}
