package io.coxswain.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.MergePatch;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.Commit;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run as a document that the console shows: what each process wrote, read and observed, the
 * faults, and every object in each of its states. Renewals of leases are left out.
 *
 * <p>A state of an object belongs to the step that made it: a commit is noted while the server
 * handles the write, the step when the response is known. Steps and objects are bounded; what comes
 * after the bound is left out and the document reports it.
 */
final class Recording {
  static final String FORMAT = "coxswain-recording/1";
  private static final int MAX_STEPS = 50_000;
  private static final long MAX_BYTES = 48L << 20;

  private final ArrayNode steps = Json.NODES.arrayNode();
  private final Map<String, History> objects = new TreeMap<>();
  private final List<Pending> pending = new ArrayList<>();
  private long bytes;
  private long lastNanos;
  private boolean truncated;

  /** The states of an object. */
  private static final class History {
    private final ArrayNode states = Json.NODES.arrayNode();
    private @Nullable ObjectNode last;
  }

  /** A commit whose request is still being handled. */
  private record Pending(String ref, String user, String verb, @Nullable ObjectNode object) {}

  // ---- what happens

  /** Notes a commit of the server. */
  void committed(Commit commit) {
    ObjectNode object = commit.after().tree();
    if (object.path("kind").asText().equals("Lease")) {
      return;
    }
    if (object.path("metadata") instanceof ObjectNode meta) {
      meta.remove("managedFields");
    }
    pending.add(
        new Pending(
            ref(commit, object),
            commit.origin().user(),
            commit.origin().verb(),
            commit.removal() ? null : object));
  }

  void answered(long nanos, String process, ApiRequest request, ApiResponse response) {
    var target = new Target(request.path());
    if (target.plural.equals("leases")) {
      return;
    }
    boolean reads = request.method().equals("GET");
    JsonNode body = reads ? Json.NODES.objectNode() : tree(response.body());
    ObjectNode step = step(nanos, process, reads ? "read" : "write");
    step.put("verb", reads ? target.name.isEmpty() ? "LIST" : "GET" : request.method());
    String name =
        target.name.isEmpty() ? body.path("metadata").path("name").asText("") : target.name;
    step.put("object", target.ref(name)).put("status", response.status());
    if (!target.subresource.isEmpty()) {
      step.put("subresource", target.subresource);
    }
    String version = body.path("metadata").path("resourceVersion").asText("");
    if (!version.isEmpty() && response.ok()) {
      step.put("rv", version);
    }
    step.put(
        "text",
        reads
            ? process + " reads " + target.title() + " -> " + response.status()
            : WriteSentence.of(process, request, response));
    add(step);
  }

  void unanswered(long nanos, String process, ApiRequest request, String why) {
    var target = new Target(request.path());
    if (!target.plural.equals("leases")) {
      ObjectNode step = step(nanos, process, "read").put("verb", "WATCH");
      step.put("object", target.ref(target.name));
      add(step.put("text", process + ": " + target.title() + ", " + why));
    }
  }

  void frame(long nanos, String process, ApiRequest watch, ApiWatch.Frame frame) {
    var target = new Target(watch.path());
    if (target.plural.equals("leases") || frame.type().equals("BOOKMARK")) {
      return;
    }
    JsonNode meta = tree(frame.object()).path("metadata");
    String name = meta.path("name").asText("");
    String namespace = meta.path("namespace").asText("");
    ObjectNode step = step(nanos, process, "event").put("verb", frame.type());
    step.put("object", target.in(namespace).ref(name));
    step.put("rv", meta.path("resourceVersion").asText(""));
    add(
        step.put(
            "text", "%s observes: %s %s %s".formatted(process, frame.type(), target.plural, name)));
  }

  void struck(long nanos, String process, String point, Fault fault) {
    ObjectNode step = step(nanos, process, "fault").put("fault", fault.toString());
    add(step.put("text", fault + " strikes " + process + " at " + point));
  }

  /**
   * A process starts or ends.
   *
   * @param what start, restart or kill
   */
  void lifecycle(long nanos, String process, String what) {
    add(
        step(nanos, process, what)
            .put("text", process + (what.equals("kill") ? " ends" : " " + what + "s")));
  }

  // ---- steps

  private ObjectNode step(long nanos, String process, String type) {
    return Json.NODES.objectNode().put("t", nanos / 1e9).put("process", process).put("type", type);
  }

  private void add(ObjectNode step) {
    if (!step.path("type").asText().equals("write")) {
      flush(step.path("t").asDouble());
    }
    append(step);
    for (Pending each : pending) {
      note(each, steps.size() - 1);
    }
    pending.clear();
    lastNanos = (long) (step.path("t").asDouble() * 1e9);
  }

  /** The commits of others than the processes, such as the script. */
  private void flush(double seconds) {
    for (Pending each : pending) {
      ObjectNode step = Json.NODES.objectNode().put("t", seconds).put("process", "script");
      step.put("type", "write").put("verb", each.verb).put("object", each.ref);
      append(
          step.put(
              "text", each.user + ": " + each.verb + " " + each.ref.replaceFirst("^.*?/", "")));
      note(each, steps.size() - 1);
    }
    pending.clear();
  }

  private void append(ObjectNode step) {
    if (steps.size() >= MAX_STEPS || bytes > MAX_BYTES) {
      truncated = true;
      return;
    }
    step.put("i", steps.size());
    bytes += 200;
    steps.add(step);
  }

  private void note(Pending change, int step) {
    if (truncated) {
      return;
    }
    History history = objects.computeIfAbsent(change.ref, _ -> new History());
    ObjectNode state = Json.NODES.objectNode().put("i", step);
    ObjectNode object = change.object;
    if (object == null) {
      state.put("deleted", true);
    } else {
      state.put("rv", object.path("metadata").path("resourceVersion").asText());
      state.set(
          history.last == null ? "object" : "patch",
          history.last == null ? object : MergePatch.between(history.last, object));
    }
    history.last = object;
    bytes += state.toString().length();
    history.states.add(state);
  }

  // ---- the document

  /**
   * The whole document.
   *
   * @param failure why the run failed; empty if it passed
   * @param start of virtual time
   */
  ObjectNode document(
      Simulation simulation, long seed, FaultPlan plan, String failure, String start) {
    flush(lastNanos / 1e9);
    ObjectNode document = Json.NODES.objectNode().put("format", FORMAT);
    document.put(
        "title",
        "sim "
            + simulation.name()
            + " --seed "
            + seed
            + (plan.isEmpty() ? "" : " --faults " + plan));
    document.put("scenario", simulation.name()).put("seed", seed).put("faults", plan.toString());
    document.put("result", failure.isEmpty() ? "passed" : "failed");
    if (!failure.isEmpty()) {
      document.put("failure", failure);
    }
    document.put("start", start).put("truncated", truncated);
    ArrayNode processes = document.putArray("processes");
    simulation.processes().forEach(processes::add);
    processes.add("script");
    document.set("steps", steps);
    ObjectNode all = document.putObject("objects");
    objects.forEach((ref, history) -> all.set(ref, history.states));
    return document;
  }

  // ---- references

  private static String ref(Commit commit, ObjectNode object) {
    String version = object.path("apiVersion").asText();
    int slash = version.indexOf('/');
    String plural = commit.collection().replaceFirst("\\..*$", "");
    return ref(
        slash < 0 ? "" : version.substring(0, slash),
        version.substring(slash + 1),
        plural,
        commit.key());
  }

  private static String ref(String group, String version, String plural, ObjectKey key) {
    return (group.isEmpty() ? "core" : group)
        + "/"
        + version
        + "/"
        + plural
        + "/"
        + (key.namespace().isEmpty() ? "_" : key.namespace())
        + "/"
        + key.name();
  }

  private static JsonNode tree(byte[] body) {
    try {
      return body.length == 0 ? Json.NODES.objectNode() : Json.tree(body);
    } catch (RuntimeException e) {
      return Json.NODES.objectNode(); // not JSON, such as a log
    }
  }

  /** The object or collection that a path names. */
  private record Target(
      String group,
      String version,
      String plural,
      String namespace,
      String name,
      String subresource) {
    Target(String path) {
      this(parts(path));
    }

    private Target(String[] parts) {
      this(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]);
    }

    private static String[] parts(String path) {
      String[] words = path.split("/");
      boolean core = path.startsWith("/api/");
      int at = core ? 3 : 4;
      String namespace = "";
      if (words.length > at + 2 && words[at].equals("namespaces")) {
        namespace = words[at + 1];
        at += 2;
      }
      String[] parts = new String[6];
      Arrays.fill(parts, "");
      parts[0] = core || words.length < 3 ? "" : words[2];
      parts[1] = words.length > (core ? 2 : 3) ? words[core ? 2 : 3] : "";
      parts[3] = namespace;
      for (int i = 0; i < 3; i++) {
        parts[i == 0 ? 2 : i + 3] = words.length > at + i ? words[at + i] : "";
      }
      return parts;
    }

    Target in(String other) {
      return new Target(group, version, plural, other, name, subresource);
    }

    String ref(String itsName) {
      return Recording.ref(group, version, plural, new ObjectKey(namespace, itsName));
    }

    String title() {
      return name.isEmpty() ? plural : plural + " " + name;
    }
  }
}
