package io.coxswain.real.dropin;

import io.coxswain.api.ApiException;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.World;
import java.util.List;

/** What users of JobSet do: run sets of Jobs in order, let them fail, suspend and delete them. */
final class JobSetScript {
  static final String NAMESPACE = "sets";
  private static final String JOBS = "/apis/batch/v1/namespaces/" + NAMESPACE + "/jobs";

  private final Steps steps;

  JobSetScript(World world) {
    this.steps =
        new Steps(world, "/apis/jobset.x-k8s.io/v1alpha2/namespaces/" + NAMESPACE + "/jobsets");
  }

  /** Tells it, and what was refused. */
  List<String> run() throws ApiException {
    steps.create("/api/v1/namespaces", "{apiVersion: v1, kind: Namespace, metadata: {name: sets}}");

    steps.create(set("whole", "", job("leader", 1, 1, "{}"), job("workers", 2, 2, "{}")));
    steps.awaitCondition("whole", "Completed");

    steps.create(
        set(
            "ordered",
            """
              startupPolicy: {startupPolicyOrder: InOrder}
              network: {enableDNSHostnames: true, subdomain: net}
              coordinator: {replicatedJob: first}
            """,
            job("first", 1, 1, "{simulated.coxswain.io/run-for: 2s}"),
            job("second", 1, 2, "{}")));
    steps.awaitCondition("ordered", "Completed");

    steps.create(
        set(
            "leaning",
            "  successPolicy: {operator: Any, targetReplicatedJobs: [quick]}\n",
            job("quick", 1, 1, "{}"),
            job("slow", 1, 1, "{simulated.coxswain.io/run-for: 10m}")));
    steps.awaitCondition("leaning", "Completed");

    steps.create(set("broken", "", job("bad", 1, 1, "{simulated.coxswain.io/exit-code: \"3\"}")));
    steps.awaitCondition("broken", "Failed");

    steps.create(
        set(
            "stubborn",
            "  failurePolicy: {maxRestarts: 2}\n",
            job("bad", 1, 1, "{simulated.coxswain.io/exit-code: \"3\"}"),
            job("good", 1, 1, "{simulated.coxswain.io/run-for: 10m}")));
    steps.awaitCondition("stubborn", "Failed");

    steps.create(
        set(
            "ruled",
            """
              failurePolicy:
                maxRestarts: 3
                rules:
                - {name: stop, action: FailJobSet, onJobFailureReasons: [BackoffLimitExceeded]}
            """,
            job("bad", 1, 1, "{simulated.coxswain.io/exit-code: \"3\"}")));
    steps.awaitCondition("ruled", "Failed");

    steps.create(
        set(
            "dependent",
            "",
            job("data", 1, 1, "{}"),
            job("model", 1, 1, "{}")
                .replace(
                    "  - name: model",
                    "  - name: model\n    dependsOn: [{name: data, status: Complete}]")));
    steps.awaitCondition("dependent", "Completed");

    steps.create(set("asleep", "  suspend: true\n", job("w", 2, 1, "{}")));
    steps.awaitCondition("asleep", "Suspended");
    steps.awaitCondition(JOBS, "asleep-w-0", "Suspended");
    steps.awaitCondition(JOBS, "asleep-w-1", "Suspended");
    steps.create(set("woken", "  suspend: true\n", job("w", 2, 1, "{}")));
    steps.awaitCondition("woken", "Suspended");
    steps.awaitCondition(JOBS, "woken-w-0", "Suspended");
    steps.awaitCondition(JOBS, "woken-w-1", "Suspended");
    steps.merge("woken", "{\"spec\":{\"suspend\":false}}");
    steps.awaitCondition("woken", "Completed");

    steps.create(set("brief", "  ttlSecondsAfterFinished: 1\n", job("w", 1, 1, "{}")));
    steps.awaitGone("brief");

    steps.create(set("deleted", "", job("w", 2, 1, "{simulated.coxswain.io/run-for: 10m}")));
    ApiRequest itsJobs =
        ApiRequest.get(JOBS).with("labelSelector", "jobset.sigs.k8s.io/jobset-name=deleted");
    steps.awaitCount("its Jobs", itsJobs, 2);
    steps.delete("deleted");
    steps.awaitGone("deleted");
    steps.awaitCount("no Jobs of it", itsJobs, 0);

    refusals();
    return steps.answers();
  }

  private void refusals() {
    steps.refused("a name that is too long", set("x".repeat(60), "", job("w", 1, 1, "{}")));
    steps.refused(
        "no such target",
        set(
            "bad",
            "  successPolicy: {operator: All, targetReplicatedJobs: [nobody]}\n",
            job("w", 1, 1, "{}")));
    steps.refused(
        "a bad subdomain", set("bad", "  network: {subdomain: A_B}\n", job("w", 1, 1, "{}")));
    steps.refused(
        "a coordinator that is not there",
        set("bad", "  coordinator: {replicatedJob: nobody}\n", job("w", 1, 1, "{}")));
    steps.refused("two of a name", set("bad", "", job("w", 1, 1, "{}"), job("w", 1, 1, "{}")));
    steps.refused(
        "a later dependency",
        set(
            "bad",
            "",
            job("w", 1, 1, "{}")
                .replace("  - name: w", "  - name: w\n    dependsOn: [{name: v, status: Ready}]"),
            job("v", 1, 1, "{}")));
    steps.refusedMerge("other jobs", "whole", "{\"spec\":{\"replicatedJobs\":[]}}");
    steps.refusedMerge(
        "another policy", "whole", "{\"spec\":{\"successPolicy\":{\"operator\":\"Any\"}}}");
    steps.refusedMerge("another keeper", "whole", "{\"spec\":{\"managedBy\":\"example.com/me\"}}");
  }

  private static String set(String name, String more, String... jobs) {
    return """
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: %s}
    spec:
    %s  replicatedJobs:
    %s\
    """
        .formatted(name, more, String.join("", jobs));
  }

  private static String job(String name, int replicas, int pods, String annotations) {
    return """
      - name: %s
        replicas: %d
        template:
          spec:
            backoffLimit: 0
            parallelism: %d
            completions: %d
            template:
              metadata: {annotations: %s}
              spec:
                restartPolicy: Never
                containers: [{name: c, image: i}]
    """
        .formatted(name, replicas, pods, pods, annotations);
  }
}
