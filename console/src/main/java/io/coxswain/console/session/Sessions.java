package io.coxswain.console.session;

import io.coxswain.console.model.ClusterModel;
import io.coxswain.env.Env;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sessions of the console by the hash of their secret. Thread-safe. Bounded: a new session ends
 * the one that has not been used for the longest time.
 */
public final class Sessions implements AutoCloseable {
  static final int MAX_COUNT = 64;
  private static final Duration MAX_IDLE = Duration.ofHours(12);
  private static final Duration MAX_AGE = Duration.ofDays(7);

  private final Env env;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Session> byHash = new LinkedHashMap<>();

  public Sessions(Env env) {
    this.env = env;
  }

  /** A new session and the secret by which the browser names it. */
  public record Opened(String secret, Session session) {}

  /** Opens a session with a new secret. */
  public Opened open(ClusterModel model, boolean ownsModel, UserInfo user) {
    return open(Secrets.random(env.entropy()), model, ownsModel, user);
  }

  /** Opens a session whose secret is given, such as the bearer token that a proxy forwards. */
  public Opened open(String secret, ClusterModel model, boolean ownsModel, UserInfo user) {
    var session =
        new Session(Secrets.random(env.entropy()), model, ownsModel, user, env.clock().nanos());
    var ended = new ArrayList<Session>();
    lock.lock();
    try {
      Session before = byHash.put(Secrets.hash(secret), session);
      if (before != null) {
        ended.add(before);
      }
      ended.addAll(removeIdle());
      if (byHash.size() > MAX_COUNT) {
        byHash.entrySet().stream()
            .filter(each -> each.getValue() != session)
            .min(Comparator.comparingLong(each -> each.getValue().used()))
            .ifPresent(
                oldest -> {
                  byHash.remove(oldest.getKey());
                  ended.add(oldest.getValue());
                });
      }
    } finally {
      lock.unlock();
    }
    ended.forEach(Session::end);
    return new Opened(secret, session);
  }

  private List<Session> removeIdle() {
    long now = env.clock().nanos();
    var idle = new ArrayList<Session>();
    byHash
        .values()
        .removeIf(
            session -> {
              boolean remove = session.isIdle(now, MAX_IDLE.toNanos(), MAX_AGE.toNanos());
              if (remove) {
                idle.add(session);
              }
              return remove;
            });
    return idle;
  }

  /** The session with that secret. */
  public Optional<Session> find(String secret) {
    if (secret.isEmpty()) {
      return Optional.empty();
    }
    List<Session> ended;
    Session found;
    lock.lock();
    try {
      ended = removeIdle();
      found = byHash.get(Secrets.hash(secret));
    } finally {
      lock.unlock();
    }
    ended.forEach(Session::end);
    if (found != null) {
      found.touch(env.clock().nanos());
    }
    return Optional.ofNullable(found);
  }

  /** Ends the session with that secret. */
  public void end(String secret) {
    Session ended;
    lock.lock();
    try {
      ended = byHash.remove(Secrets.hash(secret));
    } finally {
      lock.unlock();
    }
    if (ended != null) {
      ended.end();
    }
  }

  @Override
  public void close() {
    List<Session> all;
    lock.lock();
    try {
      all = List.copyOf(byHash.values());
      byHash.clear();
    } finally {
      lock.unlock();
    }
    all.forEach(Session::end);
  }
}
