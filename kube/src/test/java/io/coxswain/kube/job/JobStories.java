package io.coxswain.kube.job;

import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Timestamps;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;

/** Plays on a cluster that only the Job controller keeps. */
final class JobStories {
  private JobStories() {}

  static void play(String name, Cluster.Story story) {
    play(name, JobOptions.byDefault(), story);
  }

  static void play(String name, JobOptions options, Cluster.Story story) {
    Cluster.with(name, manager -> JobController.register(manager, options), story)
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
