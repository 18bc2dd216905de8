package io.coxswain.sim;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The log of a run: every request and its result, in order. All lines go into a hash, which is the
 * oracle of determinism; the last lines are kept for the message of a failure.
 */
final class Trace {
  private static final int KEPT = 40;

  private final MessageDigest digest = sha256();
  private final ArrayDeque<Line> lastReads = new ArrayDeque<>();
  private final ArrayDeque<Line> lastWrites = new ArrayDeque<>();
  private final @Nullable List<String> all;
  private final @Nullable WriteTrace writeTrace;
  private final @Nullable Recording recording;
  private final List<String> strikes = new ArrayList<>();
  private long requests;

  /**
   * @param keepAll whether to keep every line, for comparing two runs that differ
   */
  Trace(boolean keepAll) {
    this(keepAll, null);
  }

  /**
   * @param recording is given everything that happens; null for none
   */
  Trace(boolean keepAll, @Nullable Recording recording) {
    this.all = keepAll ? new ArrayList<>() : null;
    this.writeTrace = keepAll ? new WriteTrace() : null;
    this.recording = recording;
  }

  @Nullable Recording recording() {
    return recording;
  }

  /** Records that a process starts or ends. */
  void lifecycle(long nanos, String process, String what) {
    if (recording != null) {
      recording.lifecycle(nanos, process, what);
    }
  }

  private record Line(long nanos, String process, ApiRequest request, String outcome) {
    @Override
    public String toString() {
      return String.format("%s %s %s -> %s", Duration.ofNanos(nanos), process, request, outcome);
    }
  }

  void answered(long nanos, String process, ApiRequest request, ApiResponse response) {
    hash(nanos, process, request);
    hash(response.status());
    digest.update(response.body());
    String outcome =
        response.ok()
            ? Integer.toString(response.status())
            : response.status() + " " + text(response.body());
    keep(new Line(nanos, process, request, outcome));
    if (recording != null) {
      recording.answered(nanos, process, request, response);
    }
    if (writeTrace == null) {
      return;
    }
    if (request.method().equals("GET")) {
      writeTrace.saw(process, request, Revisions.of(response.body()));
    } else if (!isHeartbeat(request)) {
      writeTrace.wrote(nanos, process, request, response);
    }
  }

  /** Records that a fault struck a process. */
  void struck(long nanos, String process, String point, Fault fault) {
    hash(nanos);
    hash(process);
    hash(fault.toString());
    strikes.add(fault + " strikes " + process + " at " + point);
    if (recording != null) {
      recording.struck(nanos, process, point, fault);
    }
    if (writeTrace != null) {
      writeTrace.happened(nanos, "--- " + fault + " strikes " + process + " at " + point);
    }
  }

  /** What the faults of the plan struck, in order; not more than the plan has faults. */
  List<String> strikes() {
    return List.copyOf(strikes);
  }

  void unanswered(long nanos, String process, ApiRequest request, String why) {
    hash(nanos, process, request);
    hash(why);
    keep(new Line(nanos, process, request, why));
    if (recording != null) {
      recording.unanswered(nanos, process, request, why);
    }
  }

  void frame(long nanos, String process, ApiRequest watch, ApiWatch.Frame frame) {
    hash(nanos);
    hash(process);
    hash(frame.type());
    digest.update(frame.object());
    if (recording != null) {
      recording.frame(nanos, process, watch, frame);
    }
    if (writeTrace != null) {
      writeTrace.saw(process, watch, Revisions.of(frame.object()));
    }
    if (all != null) {
      keep(new Line(nanos, process, watch, frame.type() + " " + text(frame.object())));
    }
  }

  private static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.length() > 300 ? text.substring(0, 300) : text;
  }

  private void hash(long nanos, String process, ApiRequest request) {
    requests++;
    hash(nanos);
    hash(process);
    hash(request.method());
    hash(request.path());
    for (var parameter : request.query()) {
      hash(parameter.name());
      hash(parameter.value());
    }
    digest.update(request.body());
  }

  private void hash(long number) {
    digest.update(ByteBuffer.allocate(8).putLong(number).flip());
  }

  private void hash(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  private void keep(Line line) {
    if (all != null) {
      all.add(line + " " + text(line.request.body()));
    }
    if (isHeartbeat(line.request)) {
      return;
    }
    ArrayDeque<Line> lines = line.request.method().equals("GET") ? lastReads : lastWrites;
    if (lines.size() == KEPT) {
      lines.removeFirst();
    }
    lines.add(line);
  }

  /** Whether the request is a periodic one that would crowd out the rest. */
  private static boolean isHeartbeat(ApiRequest request) {
    return request.path().contains("/leases/") || request.path().contains("/nodes/");
  }

  long requests() {
    return requests;
  }

  List<String> lastReads() {
    return lastReads.stream().skip(Math.max(0, lastReads.size() - 10)).map(Line::toString).toList();
  }

  List<String> lastWrites() {
    return lastWrites.stream().map(line -> line + " " + text(line.request.body())).toList();
  }

  /** Every line, if requested. */
  List<String> allLines() {
    return all == null ? List.of() : List.copyOf(all);
  }

  /**
   * Every write with its writer and the revision that the writer had seen, if lines were requested.
   */
  List<String> writes() {
    return writeTrace == null ? List.of() : writeTrace.lines();
  }

  /** As {@link #writes}, with each write described in a sentence. */
  List<String> sentences() {
    return writeTrace == null ? List.of() : writeTrace.sentences();
  }

  /** Ends the trace and returns its hash. */
  String finish() {
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform provides it
    }
  }
}
