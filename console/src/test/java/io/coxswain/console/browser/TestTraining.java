package io.coxswain.console.browser;

import java.util.Map;
import java.util.TreeMap;

/**
 * A training as its controllers and nodes would leave it in the API server: TrainJob, JobSet, Job
 * and pods.
 */
final class TestTraining {
  private final TestCluster cluster;
  private final String namespace;
  private final String name;
  private final int nodes;
  private final String creation;

  TestTraining(TestCluster cluster, String namespace, String name, int nodes, long age) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.name = name;
    this.nodes = nodes;
    this.creation = TestCluster.ago(age);
  }

  String pod(int rank) {
    return name + "-node-0-" + rank + "-abcde";
  }

  /** Stores the TrainJob alone. */
  void submit() {
    trainJob("{}");
  }

  /** Stores JobSet and Job, whose controller has created all pods. */
  void expand() {
    expand(nodes);
  }

  /** Stores JobSet and Job, whose controller has created so many pods. */
  void expand(int created) {
    cluster.put(
        """
        apiVersion: jobset.x-k8s.io/v1alpha2
        kind: JobSet
        metadata: {name: %1$s, namespace: %2$s, creationTimestamp: "%5$s", ownerReferences: [{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: %1$s, uid: %3$s, controller: true}]}
        spec:
          replicatedJobs:
          - name: node
            replicas: 1
            template: {spec: {parallelism: %6$d, completions: %6$d, template: {spec: {containers: [{name: node, image: training}]}}}}
        status: {restarts: 0}
        ---
        apiVersion: batch/v1
        kind: Job
        metadata: {name: %1$s-node-0, namespace: %2$s, creationTimestamp: "%5$s", ownerReferences: [{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, name: %1$s, uid: %4$s, controller: true}]}
        spec: {parallelism: %6$d, completions: %6$d, completionMode: Indexed, template: {spec: {restartPolicy: Never, containers: [{name: node, image: training}]}}}
        status: {active: %7$d}
        """
            .formatted(
                name,
                namespace,
                TestCluster.uid("TrainJob", namespace, name),
                TestCluster.uid("JobSet", namespace, name),
                creation,
                nodes,
                created));
  }

  /** Stores a pod with the given node (empty for none) and status, as YAML. */
  void pod(int rank, String node, String status) {
    cluster.put(
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: %s
          namespace: %s
          creationTimestamp: "%s"
          labels:
            jobset.sigs.k8s.io/jobset-name: %s
            batch.kubernetes.io/job-name: %s-node-0
            batch.kubernetes.io/job-completion-index: "%d"
          ownerReferences: [{apiVersion: batch/v1, kind: Job, name: %s-node-0, uid: %s, controller: true}]
        spec: {nodeName: "%s", restartPolicy: Never, containers: [{name: node, image: registry.example.com/train:1, resources: {requests: {cpu: "4", nvidia.com/gpu: "1"}}}]}
        status: %s
        """
            .formatted(
                pod(rank),
                namespace,
                creation,
                name,
                name,
                rank,
                name,
                TestCluster.uid("Job", namespace, name + "-node-0"),
                node,
                status));
  }

  void podPending(int rank, String message) {
    pod(
        rank,
        "",
        "{phase: Pending, conditions: [{type: PodScheduled, status: \"False\", reason: Unschedulable, message: \"%s\", lastTransitionTime: \"%s\"}]}"
            .formatted(message, creation));
  }

  void podRuns(int rank, String node) {
    podRuns(rank, node, 30);
  }

  void podRuns(int rank, String node, long secondsAgo) {
    String started = TestCluster.ago(secondsAgo);
    pod(
        rank,
        node,
        """
        {phase: Running, startTime: "%1$s", podIP: 10.0.0.%2$d, conditions: [{type: PodScheduled, status: "True", lastTransitionTime: "%1$s"}, {type: Initialized, status: "True", lastTransitionTime: "%1$s"}, {type: ContainersReady, status: "True", lastTransitionTime: "%1$s"}, {type: Ready, status: "True", lastTransitionTime: "%1$s"}], containerStatuses: [{name: node, ready: true, started: true, restartCount: 0, image: train, imageID: train, state: {running: {startedAt: "%1$s"}}}]}\
        """
            .formatted(started, rank + 1));
  }

  void podEnds(int rank, String node, int exitCode, String reason) {
    String started = TestCluster.ago(30);
    pod(
        rank,
        node,
        """
        {phase: %4$s, startTime: "%1$s", containerStatuses: [{name: node, ready: false, restartCount: 0, image: train, imageID: train, state: {terminated: {exitCode: %2$d, reason: %3$s, startedAt: "%1$s", finishedAt: "%5$s"}}}]}\
        """
            .formatted(
                started,
                exitCode,
                reason,
                exitCode == 0 ? "Succeeded" : "Failed",
                TestCluster.ago(0)));
  }

  /** Stores what the training program reported last. */
  void report(int percent, int remainingSeconds, long secondsAgo, Map<String, String> metrics) {
    var values = new StringBuilder();
    new TreeMap<>(metrics)
        .forEach(
            (metric, value) ->
                values
                    .append(values.isEmpty() ? "" : ", ")
                    .append("{name: \"%s\", value: \"%s\"}".formatted(metric, value)));
    trainJob(
        "{trainerStatus: {progressPercentage: %d, estimatedRemainingSeconds: %d, lastUpdatedTime: \"%s\", metrics: [%s]}}"
            .formatted(percent, remainingSeconds, TestCluster.ago(secondsAgo), values));
  }

  void completes() {
    ends(100, "Complete", "JobsCompleted", "jobset completed successfully");
  }

  void fails(String message) {
    ends(44, "Failed", "FailedJobs", message);
  }

  private void ends(int percent, String type, String reason, String message) {
    trainJob(
        "{conditions: [{type: %s, status: \"True\", reason: %s, message: \"%s\", lastTransitionTime: \"%s\"}], trainerStatus: {progressPercentage: %d, lastUpdatedTime: \"%s\", metrics: [{name: loss, value: \"0.11\"}]}}"
            .formatted(type, reason, message, TestCluster.ago(0), percent, TestCluster.ago(0)));
  }

  private void trainJob(String status) {
    cluster.put(
        """
        apiVersion: trainer.kubeflow.org/v1alpha1
        kind: TrainJob
        metadata: {name: %s, namespace: %s, creationTimestamp: "%s"}
        spec: {runtimeRef: {apiGroup: trainer.kubeflow.org, kind: ClusterTrainingRuntime, name: torch-distributed}, trainer: {numNodes: %d}}
        status: %s
        """
            .formatted(name, namespace, creation, nodes, status));
  }
}
