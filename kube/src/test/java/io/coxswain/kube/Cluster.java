package io.coxswain.kube;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.Timestamps;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Main;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A simulated cluster as a test plays it: the user who creates objects, and the kubelet. */
public final class Cluster {
  public static final String KCM = "kcm";
  public static final String NAMESPACE = "default";

  private final World world;

  private Cluster(World world) {
    this.world = world;
  }

  public static Cluster of(World world) {
    return new Cluster(world);
  }

  /** What a test does with a cluster. */
  @FunctionalInterface
  public interface Script {
    void run(Cluster cluster) throws Exception;
  }

  /** A cluster on which the given controllers run. */
  public static Simulation with(String name, Consumer<Manager> controllers, Script script) {
    return with(name, UnaryOperator.identity(), controllers, script);
  }

  /** As {@link #with(String, Consumer, Script)}, with another connection to the API server. */
  public static Simulation with(
      String name, UnaryOperator<Env> connection, Consumer<Manager> controllers, Script script) {
    return Simulation.named(name)
        .process(KCM, env -> manager(controllers).run(connection.apply(env)))
        .script(world -> script.run(new Cluster(world)));
  }

  /** A program with the given controllers. */
  public static Main manager(Consumer<Manager> controllers) {
    return env -> {
      Manager manager =
          Manager.builder(env)
              .userAgent("kube-controller-manager/test")
              .cache(all -> all.shareRecent(1_024).detectChanges())
              .build();
      controllers.accept(manager);
      manager.run();
    };
  }

  public World world() {
    return world;
  }

  public void await(String what, World.Condition condition) {
    world.await(what, condition);
  }

  // The user.

  /** Reads an object from YAML; the namespace is {@value #NAMESPACE} unless it says another. */
  public <T extends HasMetadata> T create(Class<T> type, String yaml) throws ApiException {
    T object = read(type, yaml);
    if (ResourceType.of(type).namespaced() && object.getMetadata().getNamespace() == null) {
      object.getMetadata().setNamespace(NAMESPACE);
    }
    return world.objects().create(object);
  }

  private static <T> T read(Class<T> type, String yaml) {
    try {
      return Json.yamlMapper().readValue(yaml, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates a Job named {@code j} with the given lines in its spec, and one container. */
  public Job createJob(String specLines) throws ApiException {
    Job job =
        read(
            Job.class,
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: j, namespace: default}
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: c, image: busybox}]
            """);
    JobSpec spec = read(JobSpec.class, specLines.isEmpty() ? "{}" : specLines);
    if (spec.getTemplate() == null) {
      spec.setTemplate(job.getSpec().getTemplate());
    }
    job.setSpec(spec);
    return world.objects().create(job);
  }

  public void editJob(Consumer<JobSpec> edit) throws ApiException {
    world.objects().edit(Job.class, key("j"), job -> edit.accept(job.getSpec()));
  }

  public Job job() throws ApiException {
    return world.objects().fetch(Job.class, key("j"));
  }

  public JobStatus status() throws ApiException {
    JobStatus status = job().getStatus();
    return status == null ? new JobStatus() : status;
  }

  public List<String> conditions() throws ApiException {
    return status().getConditions().stream()
        .filter(c -> c.getStatus().equals("True"))
        .map(JobCondition::getType)
        .toList();
  }

  public boolean finished() throws ApiException {
    return conditions().contains("Complete") || conditions().contains("Failed");
  }

  public static ObjectKey key(String name) {
    return ObjectKey.of(NAMESPACE, name);
  }

  public void delete(Class<? extends HasMetadata> type, ObjectKey key, String propagation)
      throws ApiException {
    world
        .objects()
        .call(
            ApiRequest.of("DELETE", ResourceType.of(type).path(key))
                .with("propagationPolicy", propagation));
  }

  // What is there.

  /** All pods, the oldest first. */
  public List<Pod> pods() throws ApiException {
    return world.objects().list(Pod.class, NAMESPACE).stream()
        .sorted(
            Comparator.comparing((Pod p) -> p.getMetadata().getCreationTimestamp())
                .thenComparing(p -> p.getMetadata().getName()))
        .toList();
  }

  /** Pods that have neither ended nor been told to. */
  public List<Pod> activePods() throws ApiException {
    return pods().stream()
        .filter(p -> p.getMetadata().getDeletionTimestamp() == null)
        .filter(p -> !List.of("Succeeded", "Failed").contains(p.getStatus().getPhase()))
        .toList();
  }

  /** The active pod of an index. */
  public Pod pod(int index) throws ApiException {
    return activePods().stream()
        .filter(p -> p.getMetadata().getName().startsWith("j-" + index + "-"))
        .findFirst()
        .orElseThrow();
  }

  /** Type, reason and message of the events about an object, in the order they were written. */
  public List<String> events(String name) throws ApiException {
    return world.objects().list(Event.class, NAMESPACE).stream()
        .filter(e -> name.equals(e.getInvolvedObject().getName()))
        .sorted(
            Comparator.comparing((Event e) -> String.valueOf(e.getFirstTimestamp()))
                .thenComparing(e -> Long.valueOf(e.getMetadata().getResourceVersion())))
        .map(e -> e.getType() + " " + e.getReason() + " " + e.getMessage())
        .toList();
  }

  // The kubelet and the scheduler.

  public void bind(Pod pod, String node) throws ApiException {
    String path = ResourceType.of(Pod.class).path(ObjectKey.of(pod)) + "/binding";
    Map<String, Object> binding =
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "Binding",
            "metadata",
            Map.of("name", pod.getMetadata().getName()),
            "target",
            Map.of("kind", "Node", "name", node));
    world.objects().call(ApiRequest.of("POST", path).body("application/json", Json.bytes(binding)));
  }

  public void run(Pod pod) throws ApiException {
    setStatus(pod, status -> status.setPhase("Running"));
  }

  /** The pod runs and is ready. */
  public void ready(Pod pod) throws ApiException {
    setReady(pod, "True");
  }

  /** The pod runs on, but is not ready any more. */
  public void unready(Pod pod) throws ApiException {
    setReady(pod, "False");
  }

  private void setReady(Pod pod, String ready) throws ApiException {
    setStatus(
        pod,
        status -> {
          status.setPhase("Running");
          status.setConditions(
              List.of(
                  new PodConditionBuilder()
                      .withType("Ready")
                      .withStatus(ready)
                      .withLastTransitionTime(Timestamps.format(world.now()))
                      .build()));
        });
  }

  public void succeed(Pod pod) throws ApiException {
    finish(pod, "Succeeded", 0);
  }

  public void fail(Pod pod) throws ApiException {
    fail(pod, 1);
  }

  public void fail(Pod pod, int exitCode) throws ApiException {
    finish(pod, "Failed", exitCode);
  }

  private void finish(Pod pod, String phase, int exitCode) throws ApiException {
    String now = Timestamps.format(world.now());
    setStatus(
        pod,
        status -> {
          status.setPhase(phase);
          status.setContainerStatuses(
              List.of(
                  new ContainerStatusBuilder()
                      .withName("c")
                      .withImage("busybox")
                      .withImageID("")
                      .withReady(false)
                      .withRestartCount(0)
                      .withNewState()
                      .withNewTerminated()
                      .withExitCode(exitCode)
                      .withStartedAt(now)
                      .withFinishedAt(now)
                      .endTerminated()
                      .endState()
                      .build()));
        });
  }

  public void setStatus(Pod pod, Consumer<PodStatus> edit) throws ApiException {
    Pod current = world.objects().fetch(Pod.class, ObjectKey.of(pod));
    edit.accept(current.getStatus());
    world.objects().updateStatus(current);
  }

  /** A pod that was told to end has ended. */
  public void remove(Pod pod) throws ApiException {
    world
        .objects()
        .call(
            ApiRequest.of("DELETE", ResourceType.of(Pod.class).path(ObjectKey.of(pod)))
                .with("gracePeriodSeconds", "0"));
  }
}
