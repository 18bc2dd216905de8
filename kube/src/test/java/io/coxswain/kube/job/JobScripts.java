package io.coxswain.kube.job;

import io.coxswain.api.Timestamps;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;

/** Plays on a cluster that only the Job controller keeps. */
final class JobScripts {
  private JobScripts() {}

  static void play(String name, Cluster.Script script) {
    play(name, JobOptions.byDefault(), script);
  }

  static void play(String name, JobOptions options, Cluster.Script script) {
    Cluster.with(name, manager -> JobController.register(manager, options), script)
        .network(Network.PROMPT)
        .run(1);
  }

  static void awaitActive(Cluster cluster, int count) {
    cluster.await(
        count + " active pods",
        () ->
            cluster.activePods().size() == count
                && JobObservation.orZero(cluster.status().getActive()) == count);
  }

  static Instant created(Pod pod) {
    return Timestamps.parse(pod.getMetadata().getCreationTimestamp()).orElseThrow();
  }
}
