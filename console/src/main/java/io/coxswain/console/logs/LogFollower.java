package io.coxswain.console.logs;

import io.coxswain.api.ApiException;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiStream;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Mailbox;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Follows the output of one container, also over its restarts. Runs as a task of its own. */
final class LogFollower {
  private static final Duration RETRY = Duration.ofSeconds(2);

  private final ClusterModel model;
  private final LogSelection selection;
  private final LogSource source;
  private final Mailbox<LogLine> lines;
  private final AtomicLong dropped;
  private volatile String state = "waiting";
  private volatile String message = "";
  private String last = "";

  /**
   * @param lines receives the lines; those for which it has no room are counted as dropped
   */
  LogFollower(
      ClusterModel model,
      LogSelection selection,
      LogSource source,
      Mailbox<LogLine> lines,
      AtomicLong dropped) {
    this.model = model;
    this.selection = selection;
    this.source = source;
    this.lines = lines;
    this.dropped = dropped;
  }

  LogSource source() {
    return source;
  }

  /** One of open, ended, forbidden, waiting. */
  String state() {
    return state;
  }

  String message() {
    return message;
  }

  void run() throws CancelledException {
    while (true) {
      try {
        follow();
        state = "ended";
        if (selection.previous() || isOver()) {
          return;
        }
      } catch (ApiException.Forbidden e) {
        state = "forbidden";
        message = String.valueOf(e.getMessage());
        return;
      } catch (ApiException | IOException e) {
        // The container has not started, or its pod has been deleted.
        state = "waiting";
        message = String.valueOf(e.getMessage());
        if (isOver() && !last.isEmpty()) {
          state = "ended";
          return;
        }
      }
      model.env().clock().sleep(RETRY);
      if (model.pods().get(source.pod()) == null) {
        state = "ended";
        return;
      }
    }
  }

  private boolean isOver() {
    var pod = model.pods().get(source.pod());
    return pod == null || pod.isOver() || !pod.uid().equals(source.uid());
  }

  private void follow() throws ApiException, IOException, CancelledException {
    ApiRequest request =
        ApiRequest.get(KnownKind.POD.ref(source.pod()).path() + "/log")
            .with("container", source.container())
            .with("timestamps", "true");
    request =
        selection.previous() ? request.with("previous", "true") : request.with("follow", "true");
    // After a restart only what is new; a second that is read twice is recognised by its times.
    request =
        last.isEmpty()
            ? request.with("tailLines", Integer.toString(selection.tail()))
            : request.with("sinceTime", last);
    String readBefore = last;
    var splitter = new LineSplitter();
    try (ApiStream stream = model.client().open(request)) {
      state = "open";
      message = "";
      while (true) {
        byte[] bytes = stream.next();
        if (bytes == null) {
          splitter.end((text, cut) -> add(text, cut, readBefore));
          return;
        }
        splitter.add(bytes, (text, cut) -> add(text, cut, readBefore));
      }
    }
  }

  private void add(String line, boolean cut, String readBefore) {
    int space = line.indexOf(' ');
    boolean timed = space > 0 && line.charAt(0) >= '0' && line.charAt(0) <= '9';
    String time = timed ? line.substring(0, space) : "";
    String text = timed ? line.substring(space + 1) : line;
    if (!time.isEmpty() && !readBefore.isEmpty() && time.compareTo(readBefore) <= 0) {
      return;
    }
    last = time.isEmpty() ? last : time;
    if (selection.includes(text) && !lines.offer(new LogLine(time, source, text, cut))) {
      dropped.incrementAndGet();
    }
  }
}
