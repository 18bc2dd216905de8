package io.coxswain.bench;

/** The objects of a soak. Their pods request little, so that all fit on a few nodes. */
final class SoakObjects {
  private static final String CONTAINERS =
      """
      "containers": [{"name": "node", "image": "registry.example.com/soak:1",
        "resources": {"requests": {"cpu": "10m", "memory": "16Mi"}}}]\
      """;

  private SoakObjects() {}

  static String deployment(String name, int replicas) {
    return """
    {"metadata": {"name": "%1$s"}, "spec": {"replicas": %2$d,
      "selector": {"matchLabels": {"app": "%1$s"}},
      "template": {"metadata": {"labels": {"app": "%1$s"}}, "spec": {%3$s}}}}
    """
        .formatted(name, replicas, CONTAINERS);
  }

  static String statefulSet(String name, int replicas) {
    return """
    {"metadata": {"name": "%1$s"}, "spec": {"replicas": %2$d, "serviceName": "%1$s",
      "selector": {"matchLabels": {"app": "%1$s"}},
      "template": {"metadata": {"labels": {"app": "%1$s"}}, "spec": {%3$s}}}}
    """
        .formatted(name, replicas, CONTAINERS);
  }

  static String service(String name) {
    return """
    {"metadata": {"name": "%1$s"},
     "spec": {"selector": {"app": "%1$s"}, "ports": [{"port": 80}]}}
    """
        .formatted(name);
  }

  /**
   * @param runFor the simulated run time of its containers, such as {@code 2s}
   */
  static String job(String name, int pods, String runFor) {
    return """
    {"metadata": {"name": "%s"}, "spec": {"completionMode": "Indexed",
      "completions": %d, "parallelism": %d, "backoffLimit": 1000, "template": {
        "metadata": {"annotations": {"simulated.coxswain.io/run-for": "%s"}},
        "spec": {"restartPolicy": "Never", %s}}}}
    """
        .formatted(name, pods, pods, runFor, CONTAINERS);
  }

  static String trainingRuntime(String name, int pods) {
    return """
    {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainingRuntime",
     "metadata": {"name": "%1$s"},
     "spec": {"mlPolicy": {"numNodes": %2$d}, "template": {"spec": {
       "failurePolicy": {"maxRestarts": 100},
       "replicatedJobs": [{"name": "node", "replicas": 1, "template": {
         "metadata": {"labels": {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}},
         "spec": {"template": {
           "metadata": {"annotations": {"simulated.coxswain.io/run-for": "24h"}},
           "spec": {"restartPolicy": "Never", %3$s}}}}}]}}}}
    """
        .formatted(name, pods, CONTAINERS);
  }

  static String trainJob(String name, String runtime) {
    return """
    {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob",
     "metadata": {"name": "%s"},
     "spec": {"runtimeRef": {"kind": "TrainingRuntime", "name": "%s"}}}
    """
        .formatted(name, runtime);
  }
}
