package io.coxswain.slurm.operator;

import io.coxswain.api.ApiException;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.kruise.KruiseStatefulSetStatus;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;

/**
 * Stands for all of Kubernetes where only the operator matters: workloads are ready at once, Jobs
 * succeed at once, and there are no pods. A workload labelled {@code hold} stays as it is.
 */
final class QuickWorkloads {
  private static final String HOLD = "hold";

  private QuickWorkloads() {}

  static void main(Env env) throws Exception {
    run(env, false);
  }

  static void mainWithKruise(Env env) throws Exception {
    run(env, true);
  }

  private static void run(Env env, boolean kruise) throws Exception {
    Manager manager = Manager.builder(env).name("workloads").build();
    Client client = manager.client();
    manager
        .controller("deployments")
        .watch(Deployment.class, watch -> watch.self())
        .reconcile(
            (key, pass) -> {
              var found = client.get(Deployment.class, key);
              if (found.isPresent()) {
                ready(client, found.get());
              }
              return Outcome.done();
            });
    manager
        .controller("statefulsets")
        .watch(StatefulSet.class, watch -> watch.self())
        .reconcile(
            (key, pass) -> {
              var found = client.get(StatefulSet.class, key);
              if (found.isPresent()) {
                ready(client, found.get());
              }
              return Outcome.done();
            });
    manager
        .controller("jobs")
        .watch(Job.class, watch -> watch.self())
        .reconcile(
            (key, pass) -> {
              var found = client.get(Job.class, key);
              if (found.isPresent()) {
                succeed(client, found.get());
              }
              return Outcome.done();
            });
    if (kruise) {
      manager
          .controller("kruise")
          .watch(KruiseStatefulSet.class, watch -> watch.self())
          .reconcile(
              (key, pass) -> {
                var found = client.get(KruiseStatefulSet.class, key);
                if (found.isPresent()) {
                  ready(client, found.get());
                }
                return Outcome.done();
              });
    }
    manager.run();
  }

  private static boolean held(io.fabric8.kubernetes.api.model.HasMetadata object) {
    return object.getMetadata().getLabels() != null
        && object.getMetadata().getLabels().containsKey(HOLD);
  }

  private static void ready(Client client, Deployment deployment) throws ApiException {
    if (!held(deployment)) {
      int replicas = deployment.getSpec().getReplicas();
      client.patchStatus(
          deployment,
          copy ->
              copy.setStatus(
                  new DeploymentStatusBuilder(copy.getStatus())
                      .withReplicas(replicas)
                      .withReadyReplicas(replicas)
                      .withAvailableReplicas(replicas)
                      .build()));
    }
  }

  private static void ready(Client client, StatefulSet set) throws ApiException {
    if (!held(set)) {
      int replicas = set.getSpec().getReplicas();
      client.patchStatus(
          set,
          copy ->
              copy.setStatus(
                  new StatefulSetStatusBuilder(copy.getStatus())
                      .withReplicas(replicas)
                      .withReadyReplicas(replicas)
                      .withAvailableReplicas(replicas)
                      .withUpdatedReplicas(replicas)
                      .build()));
    }
  }

  private static void ready(Client client, KruiseStatefulSet set) throws ApiException {
    if (held(set)) {
      return;
    }
    client.patchStatus(
        set,
        copy -> {
          var status = new KruiseStatefulSetStatus();
          status.setReplicas(set.getSpec().getReplicas());
          status.setReadyReplicas(set.getSpec().getReplicas());
          status.setAvailableReplicas(set.getSpec().getReplicas());
          status.setUpdatedReplicas(set.getSpec().getReplicas());
          copy.setStatus(status);
        });
  }

  private static void succeed(Client client, Job job) throws ApiException {
    if (!held(job) && (job.getStatus() == null || job.getStatus().getSucceeded() == null)) {
      client.patchStatus(
          job,
          copy -> copy.setStatus(new JobStatusBuilder(copy.getStatus()).withSucceeded(1).build()));
    }
  }
}
