package io.coxswain.runtime.events;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.env.Mailbox;
import io.coxswain.env.Task;
import io.coxswain.runtime.rest.Rest;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends recorded events to the server, one at a time, on a task that is started with the first
 * event. Drops events when the buffer is full.
 */
public final class Events {
  private static final Logger log = LoggerFactory.getLogger(Events.class);
  private static final ResourceType TYPE = ResourceType.of(Event.class);
  private static final int BUFFER = 1000;
  private static final int MAX_ATTEMPTS = 12;
  private static final int MAX_NAMES = 3;
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Env env;
  private final Rest rest;
  private final Entropy entropy;
  private final Mailbox<Note> notes;
  private final Correlator correlator;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Task sender;

  public Events(Env env, Rest rest) {
    this.env = env;
    this.rest = rest;
    this.entropy = env.entropy().derive("events");
    this.notes = new Mailbox<>(env.tasks(), BUFFER);
    this.correlator = new Correlator(entropy);
  }

  /** A recorder for the component. */
  public Recorder recorder(String component) {
    return new BufferedRecorder(component, env.clock(), this::offer);
  }

  private void offer(Note note) {
    if (!notes.offer(note)) {
      log.atDebug()
          .addKeyValue("reason", note.reason())
          .addKeyValue("note", note.message())
          .log("Event buffer is full, dropping event");
      return;
    }
    lock.lock();
    try {
      if (sender == null) {
        sender = env.tasks().spawn("events", this::send);
      }
    } finally {
      lock.unlock();
    }
  }

  private void send() throws CancelledException {
    while (true) {
      Note note = notes.take();
      if (note == null) {
        return;
      }
      switch (correlator.correlate(note, env.clock().now())) {
        case Correlator.Verdict.Create(Event event) -> create(event);
        case Correlator.Verdict.Count(Event event) -> count(event);
        case Correlator.Verdict.Drop drop -> {}
      }
    }
  }

  private void create(Event event) throws CancelledException {
    for (int names = 1; names <= MAX_NAMES; names++) {
      boolean nameTaken =
          write(
              ApiRequest.of("POST", TYPE.path(event.getMetadata().getNamespace()))
                  .body("application/json", Json.bytes(event)),
              event,
              null);
      if (!nameTaken) {
        return;
      }
      correlator.rename(event, env.clock().now());
    }
    log.atInfo()
        .addKeyValue("event", ObjectKey.of(event))
        .log("Unable to write event (every name is taken)");
  }

  private void count(Event event) throws CancelledException {
    var patch = Json.MAPPER.createObjectNode();
    patch.put("count", event.getCount());
    patch.put("lastTimestamp", event.getLastTimestamp());
    patch.put("message", event.getMessage());
    var _ =
        write(
            ApiRequest.of("PATCH", TYPE.path(ObjectKey.of(event)))
                .body("application/merge-patch+json", Json.bytes(patch)),
            event,
            event);
  }

  /**
   * A rejection is final; a missing response is not, because an event may be sent twice without
   * harm.
   *
   * @return whether another recorder has created an event of that name
   */
  private boolean write(ApiRequest request, Event event, @Nullable Event ifGone)
      throws CancelledException {
    for (int tries = 1; tries <= MAX_ATTEMPTS; tries++) {
      try {
        rest.call(request);
        return false;
      } catch (ApiException.NoAnswer e) {
        long pause = PAUSE.toNanos();
        env.clock()
            .sleep(Duration.ofNanos(tries == 1 ? (long) (pause * entropy.nextDouble()) : pause));
      } catch (ApiException.NotFound e) {
        if (ifGone != null) {
          create(ifGone);
        }
        return false;
      } catch (ApiException.AlreadyExists e) {
        return tries == 1; // a later one follows a lost response
      } catch (ApiException e) {
        log.atInfo()
            .addKeyValue("event", ObjectKey.of(event))
            .addKeyValue("err", e.getMessage())
            .log("Server rejected event (will not retry!)");
        return false;
      }
    }
    log.atInfo()
        .addKeyValue("event", ObjectKey.of(event))
        .log("Unable to write event (retry limit exceeded!)");
    return false;
  }

  /** Accepts no more events, and waits until the buffered ones have been sent. */
  public void close(Duration atMost) throws CancelledException {
    notes.close();
    Task task = task();
    if (task != null) {
      task.join(atMost);
    }
  }

  public void cancel() {
    notes.close();
    Task task = task();
    if (task != null) {
      task.cancel();
    }
  }

  private @Nullable Task task() {
    lock.lock();
    try {
      return sender;
    } finally {
      lock.unlock();
    }
  }
}
