package io.coxswain.jobset.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.jobset.Features;
import io.coxswain.jobset.JobSetControllers;
import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Main;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A JobSet of four pods, its controller, and an agent in each pod that starts the pod's work; a
 * kubelet that starts an agent again when it ends with anything but 0. The work goes on until it is
 * told to end.
 */
final class Crew {
  static final ObjectKey JS = ObjectKey.of("default", "js");
  static final int RESTART_CODE = 42;
  static final List<String> PODS = List.of("pod-0", "pod-1", "pod-2", "pod-3");

  private static final Path NAMESPACE =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");
  private static final Duration KUBELET = Duration.ofSeconds(1);

  /** How each agent has ended: {@code pod-0 42}. */
  final List<String> exits = new ArrayList<>();

  /** The pods whose work runs. */
  final TreeSet<String> working = new TreeSet<>();

  private final TreeMap<String, Integer> told = new TreeMap<>();

  /** A world with a controller and, unless the test starts them, all agents. */
  Simulation simulation(String name, List<String> agents, Play play) {
    Simulation simulation =
        Simulation.named(name)
            .given(
                world ->
                    world
                        .objects()
                        .call(
                            ApiRequest.of(
                                    "POST",
                                    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions")
                                .body("application/json", Json.bytes(Crds.of(JobSet.class)))))
            .before(world -> reset())
            .always("work that runs together is at one attempt", this::isTogether)
            .program("sh", work())
            .process("jobset", Crew::controller);
    agents.forEach(pod -> simulation.process(pod, agent(pod)));
    PODS.forEach(pod -> simulation.restartMatters(pod, "its agent counts restarts"));
    return simulation.script(play::act);
  }

  /** What happens. */
  interface Play {
    void act(World world) throws Exception;
  }

  private void reset() {
    exits.clear();
    working.clear();
    told.clear();
  }

  private static void controller(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("jobset").build();
    JobSetControllers.register(manager, new Features(true, false, false), new PrometheusRegistry());
    manager.run();
  }

  /** What is in a pod, and the kubelet beside it. */
  Main agent(String pod) {
    return env -> {
      int code = -1;
      while (code != 0) {
        working.remove(pod);
        code = start(env, pod).run();
        exits.add(pod + " " + code);
        env.tasks().newBell().await(0, KUBELET);
      }
    };
  }

  AgentProgram start(Env env, String pod) throws Exception {
    return AgentProgram.start(
        env, settings(env, JS.namespace(), variables(pod)), (buffer, length) -> {});
  }

  private static SortedMap<String, String> variables(String pod) {
    var variables = new TreeMap<String, String>();
    variables.put("JOBSET_NAME", JS.name());
    variables.put("POD_NAME", pod);
    variables.put("IN_PLACE_RESTART_EXIT_CODE", Integer.toString(RESTART_CODE));
    variables.put("SHELL", "sh");
    variables.put("WORKER_COMMAND", "work");
    return variables;
  }

  /** Reads the variables as in a pod of the namespace. */
  static AgentSettings settings(Env env, String namespace, SortedMap<String, String> variables)
      throws FlagException, IOException {
    env.files().createDirectories(NAMESPACE.resolve("..").normalize());
    env.files().write(NAMESPACE, namespace.getBytes(StandardCharsets.UTF_8));
    return AgentSettings.of(variables, env.files());
  }

  private ScriptedProgram work() {
    return call -> {
      String pod = call.command().environment().getOrDefault("POD_NAME", "");
      working.add(pod);
      Integer code = null;
      while (code == null) {
        call.work(Duration.ofSeconds(1));
        code = told.remove(pod);
      }
      working.remove(pod);
      return code;
    };
  }

  /** Lets the work of a pod end. */
  void exit(String pod, int code) {
    told.put(pod, code);
  }

  // ---- the cluster

  static void create(World world, String annotations, String policy) throws Exception {
    for (String pod : PODS) {
      world.objects().create(pod(pod));
    }
    world.objects().create(jobSet(annotations, policy));
  }

  static JobSet jobSet(String annotations, String policy) {
    String yaml =
        """
        apiVersion: jobset.x-k8s.io/v1alpha2
        kind: JobSet
        metadata: {name: js, namespace: default, annotations: {%s}}
        spec:
          failurePolicy: {%s}
          replicatedJobs:
          - name: a
            template: {spec: {
              parallelism: 4, completions: 4, backoffLimit: 2147483647,
              podReplacementPolicy: Failed,
              template: {spec: {containers: [{name: c, image: i}]}}}}
        """
            .formatted(annotations, policy);
    try {
      return Json.yamlMapper().readValue(yaml, JobSet.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(JS.namespace())
        .withName(name)
        .addToLabels(Keys.JOBSET_NAME, JS.name())
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage("i")
        .endContainer()
        .endSpec()
        .build();
  }

  static JobSetStatus status(World world) throws ApiException {
    JobSetStatus status = world.objects().fetch(JobSet.class, JS).getStatus();
    return status == null ? new JobSetStatus() : status;
  }

  /** What the pods say of themselves, those that say anything, by name. */
  static NavigableMap<String, String> attempts(World world) throws ApiException {
    var attempts = new TreeMap<String, String>();
    for (Pod pod : world.objects().list(Pod.class, JS.namespace())) {
      String attempt = pod.getMetadata().getAnnotations().get(Keys.IN_PLACE_RESTART_ATTEMPT);
      if (attempt != null) {
        attempts.put(pod.getMetadata().getName(), attempt);
      }
    }
    return attempts;
  }

  boolean areAllWorking() {
    return working.size() == PODS.size();
  }

  private boolean isTogether(World world) throws ApiException {
    var attempts = attempts(world);
    return working.stream().map(attempts::get).distinct().count() <= 1;
  }
}
