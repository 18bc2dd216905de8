package io.coxswain.console.summary;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a container.
 *
 * @param last how its previous run ended; null if it has not been restarted
 */
public record ContainerSummary(
    String name,
    String image,
    boolean init,
    boolean ready,
    int restarts,
    State state,
    @Nullable State last) {

  /** What a container does. */
  public enum Phase {
    WAITING,
    RUNNING,
    TERMINATED
  }

  /**
   * A state with its details; only those of the phase are set.
   *
   * @param exitCode of a terminated container
   */
  public record State(
      Phase phase,
      String reason,
      String message,
      int exitCode,
      @Nullable Instant started,
      @Nullable Instant finished) {

    static State of(JsonNode state) {
      if (state.has("running")) {
        return new State(
            Phase.RUNNING, "", "", 0, Fields.time(state.path("running"), "startedAt"), null);
      }
      if (state.has("terminated")) {
        JsonNode ended = state.path("terminated");
        return new State(
            Phase.TERMINATED,
            Fields.text(ended, "reason"),
            Fields.text(ended, "message").strip(),
            ended.path("exitCode").asInt(),
            Fields.time(ended, "startedAt"),
            Fields.time(ended, "finishedAt"));
      }
      JsonNode waiting = state.path("waiting");
      return new State(
          Phase.WAITING,
          Fields.text(waiting, "reason"),
          Fields.text(waiting, "message").strip(),
          0,
          null,
          null);
    }

    /** One phrase: {@code Error, exit code 1}. */
    public String ending() {
      return (reason.isEmpty() ? "ended" : reason)
          + ", exit code "
          + exitCode
          + (message.isEmpty() ? "" : ": " + message);
    }
  }

  /** All containers of a pod, init containers first. */
  static List<ContainerSummary> of(JsonNode pod) {
    var all = new ArrayList<ContainerSummary>();
    JsonNode status = pod.path("status");
    status.path("initContainerStatuses").forEach(each -> all.add(of(each, true)));
    status.path("containerStatuses").forEach(each -> all.add(of(each, false)));
    return List.copyOf(all);
  }

  private static ContainerSummary of(JsonNode status, boolean init) {
    JsonNode last = status.path("lastState");
    return new ContainerSummary(
        Fields.text(status, "name"),
        Fields.text(status, "image"),
        init,
        status.path("ready").asBoolean(),
        status.path("restartCount").asInt(),
        State.of(status.path("state")),
        last.has("terminated") ? State.of(last) : null);
  }
}
