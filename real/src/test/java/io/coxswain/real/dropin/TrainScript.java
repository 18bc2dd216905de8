package io.coxswain.real.dropin;

import io.coxswain.api.ApiException;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.World;
import java.util.List;

/** What users of Trainer do: train on the shipped runtimes, patch, suspend, fail and delete. */
final class TrainScript {
  static final String NAMESPACE = "school";
  private static final String SETS =
      "/apis/jobset.x-k8s.io/v1alpha2/namespaces/" + NAMESPACE + "/jobsets";

  private static final String JOBS = "/apis/batch/v1/namespaces/" + NAMESPACE + "/jobs";

  private final Steps steps;

  TrainScript(World world) {
    this.steps =
        new Steps(
            world, "/apis/trainer.kubeflow.org/v1alpha1/namespaces/" + NAMESPACE + "/trainjobs");
  }

  /** Tells it, and what was refused. */
  List<String> run() throws ApiException {
    steps.create(
        "/api/v1/namespaces", "{apiVersion: v1, kind: Namespace, metadata: {name: school}}");

    steps.create(job("torch", "torch-distributed", "trainer: {numNodes: 2}"));
    steps.awaitCondition("torch", "Complete");
    steps.create(
        job(
            "sized",
            "torch-distributed",
            "trainer: {numNodes: 2, image: \"mine:1\", command: [python], args: [train.py],"
                + " env: [{name: A, value: b}], resourcesPerNode: {limits: {cpu: \"2\"}}}"));
    steps.awaitCondition("sized", "Complete");
    steps.create(job("jax", "jax-distributed", "trainer: {numNodes: 3}"));
    steps.awaitCondition("jax", "Complete");
    steps.create(job("boost", "xgboost-distributed", "trainer: {numNodes: 2}"));
    steps.awaitCondition("boost", "Complete");
    steps.create(job("plain", "plain", "trainer: {image: \"mine:1\", command: [train]}"));
    steps.awaitCondition("plain", "Complete");

    steps.create(
        job(
            "labelled",
            "torch-distributed",
            "labels: {team: a}, annotations: {note: b}, trainer: {numNodes: 1}"));
    steps.awaitCondition("labelled", "Complete");

    steps.create(job("asleep", "torch-distributed", "suspend: true"));
    steps.awaitCondition("asleep", "Suspended");
    steps.awaitCondition(SETS, "asleep", "Suspended");
    steps.create(job("woken", "torch-distributed", "suspend: true"));
    steps.awaitCondition("woken", "Suspended");
    steps.awaitCondition(SETS, "woken", "Suspended");
    steps.awaitCondition(JOBS, "woken-node-0", "Suspended");
    steps.merge("woken", "{\"spec\":{\"suspend\":false}}");
    steps.awaitCondition("woken", "Complete");

    steps.create(job("broken", "failing", "trainer: {numNodes: 1}"));
    steps.awaitCondition("broken", "Failed");

    steps.create(job("deleted", "torch-distributed", "suspend: true"));
    steps.awaitCondition("deleted", "Suspended");
    steps.delete("deleted");
    steps.awaitGone("deleted");

    steps.create(job("tuned", "deepspeed-distributed", "suspend: true, trainer: {numNodes: 2}"));
    steps.awaitCondition("tuned", "Suspended");
    steps.awaitCondition(SETS, "tuned", "Suspended");
    steps.awaitCount("the sets of all that are left", ApiRequest.get(SETS), 10);

    steps.refused("an unknown runtime", job("bad", "nobody", "suspend: true"));
    steps.refused("a bad name", job("A_B", "torch-distributed", "suspend: true"));
    steps.refused("a long name", job("x".repeat(70), "torch-distributed", "suspend: true"));
    steps.refused(
        "reserved environment",
        job("bad", "torch-distributed", "trainer: {env: [{name: PET_NNODES, value: \"1\"}]}"));
    steps.refusedMerge(
        "another runtime", "torch", "{\"spec\":{\"runtimeRef\":{\"name\":\"plain\"}}}");
    steps.refusedMerge(
        "another keeper", "torch", "{\"spec\":{\"managedBy\":\"kueue.x-k8s.io/multikueue\"}}");
    return steps.answers();
  }

  private static String job(String name, String runtime, String more) {
    return "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: %s}, spec: {runtimeRef: {name: %s}, %s}}"
        .formatted(name, runtime, more);
  }
}
