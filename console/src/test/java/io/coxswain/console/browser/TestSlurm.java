package io.coxswain.console.browser;

import java.util.Map;
import java.util.TreeMap;

/** A Slurm cluster as its operator would leave it, and what its exporter serves. */
final class TestSlurm {
  private static final int NODES = 24;

  private final ScriptedExporter exporter;
  private final Map<Integer, String> states = new TreeMap<>();

  TestSlurm(TestCluster cluster) {
    this.exporter = cluster.exporter();
    cluster.put(
        """
        apiVersion: slurm.nebius.ai/v1
        kind: SlurmCluster
        metadata: {name: demo, namespace: slurm}
        spec: {}
        status: {phase: Available, conditions: [{type: WorkersAvailable, status: "True", reason: Available, message: Slurm Workers are available, lastTransitionTime: "%1$s"}]}
        ---
        apiVersion: slurm.nebius.ai/v1alpha1
        kind: NodeSet
        metadata: {name: worker, namespace: slurm}
        spec: {replicas: %2$d}
        status: {phase: Ready}
        ---
        apiVersion: slurm.nebius.ai/v1alpha1
        kind: ActiveCheck
        metadata: {name: all-reduce-perf, namespace: slurm}
        spec: {checkType: slurmJob, schedule: "0 */6 * * *"}
        status: {slurmJobsStatus: {lastRunStatus: Failed, lastRunSubmitTime: "%1$s"}}
        """
            .formatted(TestCluster.ago(4000), NODES));
    for (int i = 0; i < NODES; i++) {
      pod(
          cluster,
          "worker-" + i,
          "gpu-" + i,
          "[{apiVersion: apps/v1, kind: StatefulSet, name: worker, uid: set, controller: true}]");
      state(i, i % 5 == 4 ? "IDLE" : i % 7 == 2 ? "MIXED" : "ALLOCATED", false, "");
    }
    pod(cluster, "demo-slurm-exporter-0", "gpu-0", "[]");
    publish();
  }

  private static void pod(TestCluster cluster, String name, String node, String owners) {
    cluster.put(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: slurm, ownerReferences: %s}
        spec: {nodeName: %s, containers: [{name: slurmd, image: slurmd}]}
        status: {phase: Running, conditions: [{type: Ready, status: "True"}]}
        """
            .formatted(name, owners, node));
  }

  /** Sets the state of a node; it is served after {@link #publish}. */
  void state(int node, String base, boolean drain, String reason) {
    states.put(
        node,
        "slurm_node_info{node_name=\"worker-%d\",instance_id=\"gpu-%d\",state_base=\"%s\",state_is_drain=\"%s\",reason=\"%s\"} 1"
            .formatted(node, node, base, drain, reason));
  }

  void publish() {
    var page = new StringBuilder();
    states.forEach(
        (node, line) ->
            page.append(line)
                .append(
                    "\nslurm_node_partition{node_name=\"worker-%d\",partition=\"main\"} 1\n"
                        .formatted(node)));
    for (int job = 101; job < 108; job++) {
      page.append(
          "slurm_job_info{job_id=\"%d\",job_name=\"train-%d\",user_name=\"ada\",job_state=\"%s\",slurm_partition=\"main\",job_state_reason=\"%s\"} 1\n"
              .formatted(
                  job, job, job < 105 ? "RUNNING" : "PENDING", job < 105 ? "None" : "Resources"));
    }
    exporter.serve(page.toString());
  }
}
