package io.coxswain.jobset;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Main;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A world with a JobSet controller and a {@link Sweeper}, in which the test plays the Job
 * controller. Its JobSet is {@code default/js} unless a test says otherwise.
 */
final class Stage {
  static final ObjectKey JS = ObjectKey.of("default", "js");
  private static final int SEEDS = 3;

  final World world;

  private Stage(World world) {
    this.world = world;
  }

  /** The stage in a world that another simulation made. */
  static Stage on(World world) {
    return new Stage(world);
  }

  /** What happens on a stage. */
  interface Play {
    void act(Stage stage) throws Exception;
  }

  /** Plays it for a few seeds. */
  static void play(String name, Play play) {
    play(name, Features.none(), play);
  }

  static void play(String name, Features features, Play play) {
    Simulation simulation = simulation(name, features, play);
    for (int seed = 1; seed <= SEEDS; seed++) {
      simulation.run(seed);
    }
  }

  static Simulation simulation(String name, Features features, Play play) {
    return empty(name, play)
        .process("jobset", controller(features, PrometheusRegistry::new))
        .process("sweeper", Sweeper::main);
  }

  /** A world with the definition of JobSet and no process. */
  static Simulation empty(String name, Play play) {
    return Simulation.named(name)
        .given(
            world ->
                world
                    .objects()
                    .call(
                        ApiRequest.of(
                                "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions")
                            .body("application/json", Json.bytes(Crds.of(JobSet.class)))))
        .script(world -> play.act(new Stage(world)));
  }

  static Main controller(Features features, Supplier<PrometheusRegistry> metrics) {
    return env -> {
      Manager manager = Manager.builder(env).name("jobset").build();
      JobSetControllers.register(manager, features, metrics.get());
      manager.run();
    };
  }

  // ---- JobSets

  JobSet create(String spec) throws ApiException {
    return create("name: js", spec);
  }

  JobSet create(String metadata, String spec) throws ApiException {
    String yaml =
        "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata:\n  namespace: default\n"
            + metadata.indent(2)
            + "spec:\n"
            + spec.indent(2);
    try {
      return world.objects().create(Json.yamlMapper().readValue(yaml, JobSet.class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }

  JobSet jobSet() throws ApiException {
    return world.objects().fetch(JobSet.class, JS);
  }

  /** Edits it; repeats the edit after a conflict with another client. */
  void edit(Consumer<JobSet> edit) throws ApiException {
    for (int tries = 1; ; tries++) {
      try {
        world.objects().edit(JobSet.class, JS, edit);
        return;
      } catch (ApiException.Conflict e) {
        if (tries == 10) {
          throw e;
        }
      }
    }
  }

  JobSetStatus status() throws ApiException {
    JobSetStatus status = jobSet().getStatus();
    return status == null ? new JobSetStatus() : status;
  }

  /** {@code type=status/reason} of each condition. */
  List<String> conditions() throws ApiException {
    return status().getConditions().stream()
        .map(c -> c.getType() + "=" + c.getStatus() + "/" + c.getReason())
        .toList();
  }

  String message(String type) throws ApiException {
    return status().getConditions().stream()
        .filter(c -> c.getType().equals(type))
        .findFirst()
        .orElseThrow()
        .getMessage();
  }

  /** {@code reason: message} of each event, in order. */
  List<String> events() throws ApiException {
    return world.objects().list(Event.class, "default").stream()
        .map(event -> event.getReason() + ": " + event.getMessage())
        .toList();
  }

  // ---- waiting

  void awaitCondition(String condition) {
    world.await(condition, () -> conditions().contains(condition));
  }

  /** Waits until these are the Jobs there are, none of them on its way out. */
  void awaitJobs(String... names) {
    world.await(
        "jobs " + List.of(names),
        () ->
            jobNames().equals(List.of(names))
                && jobs().stream()
                    .allMatch(job -> job.getMetadata().getDeletionTimestamp() == null));
  }

  /** Waits until nothing happens any more. */
  void settle() {
    world.awaitSilence(Duration.ofMinutes(2));
  }

  // ---- Jobs

  List<Job> jobs() throws ApiException {
    return world.objects().list(Job.class, "default");
  }

  List<String> jobNames() throws ApiException {
    return jobs().stream().map(job -> job.getMetadata().getName()).toList();
  }

  Job job(String name) throws ApiException {
    return world.objects().fetch(Job.class, ObjectKey.of("default", name));
  }

  /** The label of a Job; empty if there is no such label or Job. */
  String label(String job, String key) throws ApiException {
    return world
        .objects()
        .find(Job.class, ObjectKey.of("default", job))
        .map(found -> found.getMetadata().getLabels().get(key))
        .orElse("");
  }

  void ready(String name) throws ApiException {
    status(
        name,
        status -> {
          status.setStartTime(now());
          status.setActive(1);
          status.setReady(1);
        });
  }

  /** As the Job controller leaves a Job whose pods it has deleted. */
  void idle(String name) throws ApiException {
    status(
        name,
        status -> {
          status.setActive(null);
          status.setReady(null);
        });
  }

  void complete(String name) throws ApiException {
    status(
        name,
        status -> {
          status.setStartTime(now());
          status.setCompletionTime(now());
          status.setSucceeded(1);
          status.setActive(null);
          status.setReady(null);
          status.setConditions(
              List.of(condition("SuccessCriteriaMet", "", ""), condition("Complete", "", "")));
        });
  }

  void fail(String name) throws ApiException {
    fail(name, "BackoffLimitExceeded", "Job has reached the specified backoff limit");
  }

  void fail(String name, String reason, String message) throws ApiException {
    status(
        name,
        status -> {
          status.setStartTime(now());
          status.setActive(null);
          status.setReady(null);
          status.setConditions(
              List.of(
                  condition("FailureTarget", reason, message),
                  condition("Failed", reason, message)));
        });
  }

  /** Keeps the object when it is deleted, until released. */
  void hold(HasMetadata object) throws ApiException {
    var finalizers = new ArrayList<>(object.getMetadata().getFinalizers());
    finalizers.add("example.com/hold");
    object.getMetadata().setFinalizers(finalizers);
    world.objects().update(object);
  }

  void release(HasMetadata object) throws ApiException {
    var finalizers = new ArrayList<>(object.getMetadata().getFinalizers());
    finalizers.remove("example.com/hold");
    object.getMetadata().setFinalizers(finalizers);
    world.objects().update(object);
  }

  private void status(String name, Consumer<JobStatus> edit) throws ApiException {
    Job job = job(name);
    JobStatus status = job.getStatus() == null ? new JobStatus() : job.getStatus();
    edit.accept(status);
    job.setStatus(status);
    world.objects().updateStatus(job);
  }

  private JobCondition condition(String type, String reason, String message) {
    return new JobConditionBuilder()
        .withType(type)
        .withStatus("True")
        .withReason(reason)
        .withMessage(message)
        .withLastProbeTime(now())
        .withLastTransitionTime(now())
        .build();
  }

  private String now() {
    return world.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
