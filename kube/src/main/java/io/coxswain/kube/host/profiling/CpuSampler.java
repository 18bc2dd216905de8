package io.coxswain.kube.host.profiling;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.kube.host.profiling.Profile.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingStream;

/**
 * Profiles processor time with Flight Recorder: which methods run, asked every 10 ms. One profile
 * is recorded at a time. Thread-safe.
 */
public final class CpuSampler {
  private static final Duration PERIOD = Duration.ofMillis(10);
  private static final Kind SAMPLES = new Kind("samples", "count");
  private static final Kind TIME = new Kind("cpu", "nanoseconds");

  /** A thread that runs Java code. */
  private static final String EVENT = "jdk.ExecutionSample";

  private final Clock clock;
  private final AtomicBoolean busy = new AtomicBoolean();

  public CpuSampler(Clock clock) {
    this.clock = clock;
  }

  /**
   * Records for the given time.
   *
   * @return empty if another profile is being recorded
   */
  public Optional<Profile> record(Duration time) throws CancelledException {
    if (!busy.compareAndSet(false, true)) {
      return Optional.empty();
    }
    try {
      return Optional.of(sample(time));
    } finally {
      busy.set(false);
    }
  }

  private Profile sample(Duration time) throws CancelledException {
    var profile = new Profile(List.of(SAMPLES, TIME), TIME, PERIOD.toNanos());
    var lock = new ReentrantLock();
    try (var stream = new RecordingStream()) {
      stream.setReuse(false);
      stream.enable(EVENT).withPeriod(PERIOD);
      stream.onEvent(
          EVENT,
          event -> {
            lock.lock();
            try {
              add(profile, event);
            } finally {
              lock.unlock();
            }
          });
      stream.startAsync();
      clock.sleep(time);
      stream.stop();
    }
    return profile;
  }

  private static void add(Profile profile, RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    if (trace != null) {
      profile.add(trace.getFrames().stream().map(CpuSampler::frame).toList(), 1, PERIOD.toNanos());
    }
  }

  private static Frame frame(RecordedFrame frame) {
    var method = frame.getMethod();
    String type = method.getType().getName();
    String outer = type.substring(type.lastIndexOf('.') + 1).replaceFirst("\\$.*", "");
    return new Frame(
        type + "." + method.getName(), outer + ".java", Math.max(0, frame.getLineNumber()));
  }
}
