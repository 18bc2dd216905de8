package io.coxswain.console.browser;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small recording of a simulated run, in which a response is lost. */
final class TestRecording {
  private static final String JOB_SET = "jobset.x-k8s.io/v1alpha2/jobsets/default/hello";
  private static final String JOB = "batch/v1/jobs/default/hello-node-0";

  private final ObjectNode recording =
      Json.NODES.objectNode().put("format", "coxswain-recording/1").put("scenario", "trainjob");
  private final ArrayNode steps;
  private final ObjectNode objects;
  private double seconds;

  private TestRecording(String title, int seed) {
    recording.put("title", title).put("seed", seed).put("faults", "lose-response@jobset:2");
    recording
        .putArray("processes")
        .add("kube-controller-manager")
        .add("jobset")
        .add("trainer")
        .add("nodes")
        .add("test");
    this.steps = recording.putArray("steps");
    this.objects = recording.putObject("objects");
  }

  /** A run that creates a Job twice, because the first response was lost, and then succeeds. */
  static TestRecording passed() {
    TestRecording run = new TestRecording("trainjob, seed 7", 7);
    run.beginning();
    run.write("jobset", "CREATE", JOB, 409, "5");
    run.podsRun();
    run.recording.put("result", "passed");
    return run;
  }

  /** The same beginning, but the process is killed instead of trying again. */
  static TestRecording failed() {
    TestRecording run = new TestRecording("trainjob, seed 8", 8);
    run.beginning();
    run.step("jobset", "kill", "kill jobset").put("fault", "KILL");
    run.seconds += 2;
    run.step("jobset", "restart", "jobset starts again");
    run.podsRun();
    run.recording
        .put("result", "failed")
        .put("failure", "JobSet default/hello has no condition Completed at the end");
    return run;
  }

  private void beginning() {
    for (String process : new String[] {"kube-controller-manager", "jobset", "trainer", "nodes"}) {
      step(process, "start", process + " starts");
    }
    version(
        write("trainer", "APPLY", JOB_SET, 201, "3"),
        JOB_SET,
        "3",
        "object",
        Json.tree(
            """
            {"apiVersion":"jobset.x-k8s.io/v1alpha2","kind":"JobSet","metadata":{"name":"hello","namespace":"default","resourceVersion":"3","managedFields":[{"manager":"trainer"}]},"spec":{"replicatedJobs":[{"name":"node","replicas":1}]}}\
            """
                .getBytes(StandardCharsets.UTF_8)));
    step("jobset", "event", "ADDED JobSet default/hello").put("object", JOB_SET).put("rv", "3");
    ObjectNode lost = write("jobset", "CREATE", JOB, 201, "5");
    lost.put("fault", "lose-response");
    version(
        lost,
        JOB,
        "5",
        "object",
        Json.tree(
            """
            {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"hello-node-0","namespace":"default","resourceVersion":"5"},"spec":{"completions":3,"parallelism":3},"status":{}}\
            """
                .getBytes(StandardCharsets.UTF_8)));
    step("jobset", "fault", "lose-response strikes jobset at CREATE Job default/hello-node-0")
        .put("fault", "lose-response");
  }

  private void podsRun() {
    for (int active = 1; active <= 3; active++) {
      seconds += 0.5;
      String rv = Integer.toString(5 + active);
      version(
          write("kube-controller-manager", "UPDATE", JOB, 200, rv),
          JOB,
          rv,
          "patch",
          Json.tree(
              "{\"metadata\":{\"resourceVersion\":\"%s\"},\"status\":{\"active\":%d}}"
                  .formatted(rv, active)
                  .getBytes(StandardCharsets.UTF_8)));
      // The watch of the JobSet controller is one revision late.
      step("jobset", "event", "MODIFIED Job default/hello-node-0")
          .put("object", JOB)
          .put("rv", Integer.toString(4 + active));
    }
    write("test", "DELETE", JOB_SET, 200, "10");
    objects.withArray(JOB_SET).addObject().put("i", steps.size() - 1).put("deleted", true);
  }

  private ObjectNode write(String process, String verb, String ref, int status, String rv) {
    String name = ref.substring(ref.indexOf('/', ref.indexOf('/') + 1) + 1);
    return step(process, "write", verb + " " + name + " -> " + status)
        .put("verb", verb)
        .put("object", ref)
        .put("status", status)
        .put("rv", rv);
  }

  private ObjectNode step(String process, String type, String text) {
    seconds += 0.002;
    ObjectNode step = steps.addObject();
    return step.put("i", steps.size() - 1)
        .put("t", Math.round(seconds * 1000) / 1000.0)
        .put("process", process)
        .put("type", type)
        .put("text", text);
  }

  private void version(ObjectNode step, String ref, String rv, String as, ObjectNode value) {
    ObjectNode entry =
        objects.withArray(ref).addObject().put("i", step.path("i").asInt()).put("rv", rv);
    entry.set(as, value);
  }

  ObjectNode json() {
    return recording;
  }

  Path write(Path file) throws IOException {
    return Files.writeString(file, recording.toString());
  }
}
