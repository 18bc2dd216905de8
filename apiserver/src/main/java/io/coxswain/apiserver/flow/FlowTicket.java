package io.coxswain.apiserver.flow;

import io.coxswain.env.Bell;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request in flow control: its classification, and the seats that it holds until it is closed.
 * Belongs to the task of the request.
 */
public final class FlowTicket implements AutoCloseable {
  /** Where a request is; changed under the lock of its level. */
  enum State {
    NEW,
    WAITING,
    EXECUTING,
    DONE
  }

  @Nullable PriorityLevel level;
  @Nullable FlowSchema schema;
  Work work = Work.ONE;
  State state = State.NEW;
  @Nullable Bell bell;
  PriorityLevel.@Nullable Queue queue;
  double arrival;
  long began;
  boolean watch;
  boolean write;
  private @Nullable String levelUid;
  private @Nullable Runnable unwatch;

  private final @Nullable String peer;

  public FlowTicket() {
    this(null);
  }

  /**
   * @param peer the address of the client
   */
  public FlowTicket(@Nullable String peer) {
    this.peer = peer;
  }

  /** The address of the client; null if it is unknown. */
  public @Nullable String peer() {
    return peer;
  }

  void classified(FlowSchema found, LevelConfig config) {
    schema = found;
    levelUid = config.uid();
  }

  /** The headers that report to a client's administrator how the request was classified. */
  public Map<String, String> headers() {
    FlowSchema found = schema;
    String uid = levelUid;
    return found == null || uid == null
        ? Map.of()
        : Map.of(
            "X-Kubernetes-PF-FlowSchema-UID",
            found.uid(),
            "X-Kubernetes-PF-PriorityLevel-UID",
            uid);
  }

  /** Whether the request holds seats. */
  public boolean isSeated() {
    return state == State.EXECUTING;
  }

  /** Counts an open watch until {@link #close}, and gives the seats back: it has begun. */
  void watching(Runnable end) {
    release();
    unwatch = end;
  }

  private void release() {
    PriorityLevel held = level;
    if (held != null) {
      held.leave(this);
    }
  }

  @Override
  public void close() {
    release();
    Runnable end = unwatch;
    unwatch = null;
    if (end != null) {
      end.run();
    }
  }
}
