package io.coxswain.slurm.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Http;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The servers around the processes of a world: slurmrestd of each cluster, and kubelets that tell
 * how much of its storage a pod uses. Others may run before a request arrives and before its answer
 * does. A fault begins at the request that the plan names and lasts for as many as the client tries
 * when it only reads.
 */
public final class SimulatedServers {
  private static final String V = "/v0.0.44/";
  private static final int MAX_ATTEMPTS = 4;

  private final TreeMap<String, SimulatedSlurm> clusters = new TreeMap<>();
  private final TreeMap<String, Long> usedBytes = new TreeMap<>();
  private final List<String> requests = new ArrayList<>();
  private int faultAt;
  private @Nullable SlurmFault fault;
  private boolean kubeletsDown;
  private String delayedRequest = "";
  private Duration delay = Duration.ZERO;

  /**
   * @param service name and namespace of the Service, such as {@code c-rest-svc.soperator}
   */
  public void serve(String service, SimulatedSlurm slurm) {
    clusters.put(service, slurm);
  }

  /** From this request to Slurm on (counted from 1), for a few. */
  public void failAt(int request, SlurmFault how) {
    faultAt = request;
    fault = how;
  }

  /** Nothing of Slurm answers as it should until {@link #mend}. */
  public void failFromNowOn(SlurmFault how) {
    faultAt = -1;
    fault = how;
  }

  public void mend() {
    fault = null;
  }

  /** What the kubelets say of a pod. */
  public void use(String podUid, long bytes) {
    usedBytes.put(podUid, bytes);
  }

  public void kubeletsDown(boolean now) {
    kubeletsDown = now;
  }

  /**
   * Delays the response to the next request to Slurm of this method and path. The request takes
   * effect, and its response is computed, before the delay.
   */
  public void delayNext(String request, Duration time) {
    delayedRequest = request;
    delay = time;
  }

  /** Whether the request of {@link #delayNext} has arrived. */
  public boolean isDelayed() {
    return delayedRequest.isEmpty();
  }

  /** The requests to Slurm, in order. */
  public List<String> requests() {
    return requests;
  }

  /** As one process reaches them. */
  public Http of(Env env) {
    return request -> {
      env.tasks().pause();
      Http.Answer answer = answer(request);
      if (delayedRequest.equals(request.method() + " " + request.uri().getPath())) {
        delayedRequest = "";
        env.clock().sleep(delay);
      }
      env.tasks().pause();
      return answer;
    };
  }

  private Http.Answer answer(Http.Request request) throws IOException, CancelledException {
    String path = request.uri().getPath();
    if (path.equals("/stats/summary")) {
      return kubelet();
    }
    String host = request.uri().getHost();
    SimulatedSlurm slurm = clusters.get(host);
    if (slurm == null) {
      throw new IOException("no host " + host);
    }
    requests.add(request.method() + " " + path);
    SlurmFault now = faultNow();
    if (now == null) {
      return answered(handle(slurm, request, false));
    }
    return switch (now) {
      case TIME_OUT -> throw new IOException("timed out");
      case LOST_ANSWER -> {
        var _ = handle(slurm, request, false);
        throw new IOException("connection reset");
      }
      case ERROR_BODY -> answered(error(1, "Unspecified error"));
      case SERVER_ERROR ->
          new Http.Answer(500, stream("slurmctld is not there".getBytes(StandardCharsets.UTF_8)));
      case MISSING_NODE -> answered(handle(slurm, request, true));
      case HALF_ANSWER -> {
        byte[] whole = Json.bytes(handle(slurm, request, false));
        yield new Http.Answer(200, stream(Arrays.copyOf(whole, whole.length / 2)));
      }
    };
  }

  private @Nullable SlurmFault faultNow() {
    int number = requests.size();
    return faultAt < 0 || (number >= faultAt && number < faultAt + MAX_ATTEMPTS) ? fault : null;
  }

  private static Http.Answer answered(ObjectNode body) {
    return new Http.Answer(200, stream(Json.bytes(body)));
  }

  private static InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  // ---- slurmrestd -----------------------------------------------------------------------------

  private static ObjectNode handle(SimulatedSlurm slurm, Http.Request request, boolean missing)
      throws IOException {
    String path = request.uri().getPath().replaceAll("/+$", "");
    if (path.equals("/slurm" + V + "ping")) {
      ObjectNode body = body();
      body.putArray("pings").addObject().put("hostname", "c").put("pinged", "UP");
      return body;
    }
    if (path.equals("/slurm" + V + "nodes")) {
      ObjectNode body = body();
      ArrayNode list = body.putArray("nodes");
      slurm.nodes().stream().skip(missing ? 1 : 0).forEach(node -> list.add(node(slurm, node)));
      return body;
    }
    if (path.startsWith("/slurm" + V + "node/")) {
      String name = path.substring(("/slurm" + V + "node/").length());
      if (missing || !slurm.has(name)) {
        return error(2018, "Invalid node name specified");
      }
      if (request.method().equals("POST")) {
        JsonNode asked = Json.tree(request.body());
        slurm.update(
            name,
            asked.path("state").path(0).asText(""),
            asked.path("reason").asText(""),
            asked.path("comment").asText(""));
        return body();
      }
      slurm.settle();
      ObjectNode body = body();
      body.putArray("nodes").add(node(slurm, slurm.node(name)));
      return body;
    }
    if (path.startsWith("/slurmdb" + V + "job/")) {
      String id = path.substring(("/slurmdb" + V + "job/").length());
      ObjectNode body = body();
      ArrayNode list = body.putArray("jobs");
      slurm.jobs().stream()
          .filter(job -> job.inAccounting)
          .filter(job -> Long.toString(job.id).equals(id) || job.parent.equals(id))
          .forEach(job -> list.add(record(job)));
      return body;
    }
    if (path.equals("/slurm" + V + "reconfigure")) {
      slurm.reconfigure();
      return body();
    }
    throw new IOException("nothing is served at " + path);
  }

  private static ObjectNode body() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putArray("errors");
    body.putArray("warnings");
    return body;
  }

  private static ObjectNode error(int number, String text) {
    ObjectNode body = body();
    ((ArrayNode) body.get("errors"))
        .addObject()
        .put("error_number", number)
        .put("description", text)
        .put("error", text);
    return body;
  }

  private static ObjectNode node(SimulatedSlurm slurm, SimulatedSlurm.Node node) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", node.name);
    json.put("cluster_name", "");
    json.put("instance_id", node.machine);
    ArrayNode states = json.putArray("state");
    slurm.statesOf(node).forEach(states::add);
    json.put("reason", node.reason);
    json.set("reason_changed_at", number(node.reasonAt));
    json.put("comment", node.comment);
    return json;
  }

  private static ObjectNode record(SimulatedSlurm.Job job) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("job_id", job.id);
    json.put("name", job.name);
    json.put("nodes", String.join(",", job.nodes));
    ObjectNode state = json.putObject("state");
    state.putArray("current").add(job.state);
    state.put("reason", job.state.equals("FAILED") ? "NonZeroExitCode" : "None");
    ObjectNode time = json.putObject("time");
    time.put("submission", SimulatedSlurm.seconds(job.submitted));
    time.put("start", SimulatedSlurm.seconds(job.submitted));
    time.put("end", job.state.equals("RUNNING") ? 0 : SimulatedSlurm.seconds(job.end));
    return json;
  }

  private static ObjectNode number(long value) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("set", true)
        .put("infinite", false)
        .put("number", value);
  }

  // ---- kubelets -------------------------------------------------------------------------------

  private Http.Answer kubelet() {
    if (kubeletsDown) {
      return new Http.Answer(503, stream("kubelet is starting".getBytes(StandardCharsets.UTF_8)));
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode pods = body.putArray("pods");
    usedBytes.forEach(
        (uid, bytes) -> {
          ObjectNode pod = pods.addObject();
          pod.putObject("podRef").put("uid", uid.toLowerCase(Locale.ROOT));
          pod.putObject("ephemeral-storage").put("usedBytes", bytes);
        });
    return new Http.Answer(200, stream(Json.bytes(body)));
  }
}
