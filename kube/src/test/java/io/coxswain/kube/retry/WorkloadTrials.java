package io.coxswain.kube.retry;

import static io.coxswain.kube.retry.KubeRetryTest.trial;
import static io.coxswain.kube.retry.Steps.all;
import static io.coxswain.kube.retry.Steps.apply;
import static io.coxswain.kube.retry.Steps.delete;
import static io.coxswain.kube.retry.Steps.endDeletedPods;
import static io.coxswain.kube.retry.Steps.patch;
import static io.coxswain.kube.retry.Steps.pods;

import io.coxswain.sim.Script;
import io.coxswain.sim.retry.RetryTrial;
import java.time.Duration;
import java.util.List;

/** Trials of the controllers that have pods. */
final class WorkloadTrials {
  static final String READY =
      "{phase: Running, podIP: 10.0.0.1, conditions: [{type: Ready, status: \"True\"}]}";

  private static final String APPS = "/apis/apps/v1/namespaces/default/";
  private static final String BATCH = "/apis/batch/v1/namespaces/default/";

  private static final String ORPHAN =
      """
      ---
      {apiVersion: v1, kind: Pod, metadata: {name: orphan, labels: {app: web}},
       spec: {containers: [{name: c, image: i}]},
       status: {phase: Running, conditions: [{type: Ready, status: "True"}]}}
      """;

  private static final String KNOWN_ONCE =
      "the time of a rescale is known only to the reconcile that did it, here and upstream";

  private WorkloadTrials() {}

  static List<RetryTrial> of() {
    return List.of(
        replicas("replicaset-controller", "apps/v1", "ReplicaSet", APPS + "replicasets/web"),
        replicas(
            "replicationcontroller-controller",
            "v1",
            "ReplicationController",
            "/api/v1/namespaces/default/replicationcontrollers/web"),
        deployment(),
        daemonSet(),
        statefulSet(),
        job(),
        cronJob(),
        ttl(),
        autoscaler(),
        disruption());
  }

  private static String workload(String apiVersion, String kind, String spec) {
    String selector = apiVersion.equals("v1") ? "{app: web}" : "{matchLabels: {app: web}}";
    return """
    {apiVersion: %s, kind: %s, metadata: {name: web}, spec: {%s,
     selector: %s,
     template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}}
    """
        .formatted(apiVersion, kind, spec, selector);
  }

  private static RetryTrial replicas(String name, String apiVersion, String kind, String path) {
    return trial(name)
        .step("create", apply(workload(apiVersion, kind, "replicas: 3") + ORPHAN))
        .step("pods become ready", pods(READY))
        .step(
            "release",
            patch("/api/v1/namespaces/default/pods/orphan", "{metadata: {labels: {app: other}}}"))
        .step("scale down", patch(path, "{spec: {replicas: 1}}"));
  }

  private static RetryTrial deployment() {
    String path = APPS + "deployments/web";
    return trial("deployment-controller", "replicaset-controller")
        .step(
            "create",
            apply(workload("apps/v1", "Deployment", "replicas: 2, revisionHistoryLimit: 0")))
        .step("pods become ready", pods(READY))
        .step(
            "new template",
            patch(path, "{spec: {template: {metadata: {annotations: {round: \"2\"}}}}}"))
        .except(
            "PATCH " + path + "/status",
            "the condition Progressing compares with the status before, so it is not set if the"
                + " first steps of the rollout were never in a status, here and upstream")
        .step("pods become ready again", pods(READY))
        .step("scale", all(pods(READY), patch(path, "{spec: {replicas: 3}}")))
        .step(
            "recreate",
            patch(
                path,
                "{spec: {strategy: {type: Recreate, rollingUpdate: null},"
                    + " template: {metadata: {annotations: {round: \"3\"}}}}}"));
  }

  /** A node that is ready for pods. */
  private static Script node(String name) {
    return all(
        apply("{apiVersion: v1, kind: Node, metadata: {name: %s}}".formatted(name)),
        patch("/api/v1/nodes/" + name, "{spec: {taints: null}}"));
  }

  private static RetryTrial daemonSet() {
    String path = APPS + "daemonsets/web";
    return trial("daemonset-controller")
        .step(
            "create",
            all(
                node("a"),
                node("b"),
                apply(workload("apps/v1", "DaemonSet", "revisionHistoryLimit: 0"))))
        .step("new node and ready pods", all(pods(READY), node("c")))
        .step(
            "new template",
            all(
                pods(READY),
                patch(path, "{spec: {template: {metadata: {annotations: {round: \"2\"}}}}}")));
  }

  private static RetryTrial statefulSet() {
    String path = APPS + "statefulsets/web";
    return trial("statefulset-controller")
        .step(
            "create",
            apply(
                workload(
                    "apps/v1",
                    "StatefulSet",
                    """
                    replicas: 2, serviceName: web, podManagementPolicy: Parallel,
                    revisionHistoryLimit: 0,
                    persistentVolumeClaimRetentionPolicy: {whenScaled: Delete, whenDeleted: Delete},
                    volumeClaimTemplates: [{metadata: {name: data}, spec: {
                      accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]
                    """)))
        .step("pods become ready", pods(READY))
        .step(
            "new template",
            patch(path, "{spec: {template: {metadata: {annotations: {round: \"2\"}}}}}"))
        .step("its successor becomes ready", pods(READY))
        .step("scale down", all(endDeletedPods(), patch(path, "{spec: {replicas: 1}}")));
  }

  private static RetryTrial job() {
    String path = BATCH + "jobs/j";
    return trial("job-controller")
        .step(
            "create",
            apply(
                """
                {apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {
                  parallelism: 2, completions: 2, completionMode: Indexed,
                  template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}
                """))
        .step("suspend", patch(path, "{spec: {suspend: true}}"))
        .step("resume", all(endDeletedPods(), patch(path, "{spec: {suspend: false}}")))
        .step(
            "pods succeed",
            pods(
                "{phase: Succeeded, containerStatuses: [{name: c, image: i, imageID: \"\","
                    + " ready: false, restartCount: 0, state: {terminated: {exitCode: 0}}}]}"));
  }

  private static RetryTrial cronJob() {
    String template =
        "jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image:"
            + " i}]}}}}";
    return trial("cronjob-controller")
        .step(
            "the first is due",
            Duration.ofMinutes(64),
            apply(
                """
                {apiVersion: batch/v1, kind: CronJob, metadata: {name: cron}, spec: {
                  schedule: "0 * * * *", concurrencyPolicy: Replace, %s}}
                """
                    .formatted(template)))
        .step("it is replaced by the second", Duration.ofMinutes(60), world -> {})
        .step(
            "the second completes",
            world -> {
              for (var job :
                  world
                      .objects()
                      .list(io.fabric8.kubernetes.api.model.batch.v1.Job.class, "default")) {
                Steps.patch(
                        BATCH + "jobs/" + job.getMetadata().getName() + "/status",
                        """
                        {status: {startTime: "%1$s", completionTime: "%1$s", succeeded: 1, conditions: [
                          {type: SuccessCriteriaMet, status: "True"}, {type: Complete, status: "True"}]}}
                        """
                            .formatted(
                                world.now().truncatedTo(java.time.temporal.ChronoUnit.SECONDS)))
                    .run(world);
              }
            })
        .step(
            "no history is kept",
            patch(
                BATCH + "cronjobs/cron", "{spec: {suspend: true, successfulJobsHistoryLimit: 0}}"));
  }

  private static RetryTrial ttl() {
    return trial("ttl-after-finished-controller")
        .step(
            "create a finished job",
            apply(
                """
                {apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {
                  ttlSecondsAfterFinished: 10, suspend: true,
                  template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}},
                 status: {startTime: "2026-01-01T00:00:00Z", conditions: [
                   {type: FailureTarget, status: "True"},
                   {type: Failed, status: "True", lastTransitionTime: "2026-01-01T00:00:00Z"}]}}
                """));
  }

  private static RetryTrial autoscaler() {
    return trial("horizontal-pod-autoscaler-controller")
        .step(
            "create below the minimum",
            apply(
                workload("apps/v1", "ReplicaSet", "replicas: 1")
                    + """
                    ---
                    {apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: h},
                     spec: {minReplicas: 2, maxReplicas: 3,
                       scaleTargetRef: {apiVersion: apps/v1, kind: ReplicaSet, name: web},
                       metrics: [{type: Resource, resource: {name: cpu,
                         target: {type: Utilization, averageUtilization: 50}}}]}}
                    """))
        .except(
            "PATCH /apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers/h/status",
            KNOWN_ONCE)
        .affected("lastScaleTime", KNOWN_ONCE)
        .affected("desiredReplicas", KNOWN_ONCE);
  }

  private static RetryTrial disruption() {
    return trial("disruption-controller", "replicaset-controller")
        .step(
            "create",
            apply(
                workload("apps/v1", "ReplicaSet", "replicas: 2")
                    + """
                    ---
                    {apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b},
                     spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}}
                    """))
        .step("pods become ready", pods(READY))
        .step(
            "a disruption does not come",
            pods(
                "{conditions: [{type: Ready, status: \"True\"}, {type: DisruptionTarget, status:"
                    + " \"True\", lastTransitionTime: \"2026-01-01T00:00:00Z\"}]}"))
        .step("the set is deleted", delete(APPS + "replicasets/web", "Orphan"));
  }
}
