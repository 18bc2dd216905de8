package io.coxswain.runtime.controller;

import io.coxswain.api.ResourceType;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.WriteLog;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** A pass as it happens. What is seldom asked for is made when it is. */
final class ReconcileRun implements Reconciliation {
  private final Env env;
  private final String controller;
  private final @Nullable ResourceType kind;
  private final Object key;
  private final int attempt;
  private final WriteLog writes;
  private volatile @Nullable String id;
  private volatile @Nullable Logger logger;

  ReconcileRun(
      Env env,
      String controller,
      @Nullable ResourceType kind,
      Object key,
      int attempt,
      WriteLog writes) {
    this.env = env;
    this.controller = controller;
    this.kind = kind;
    this.key = key;
    this.attempt = attempt;
    this.writes = writes;
  }

  @Override
  public String id() {
    String known = id;
    if (known == null) {
      known = env.entropy().derive("passes").uuid().toString();
      id = known;
    }
    return known;
  }

  WriteLog writes() {
    return writes;
  }

  @Override
  public Instant now() {
    return env.clock().now();
  }

  @Override
  public Logger log() {
    Logger known = logger;
    if (known == null) {
      known = new ReconcileLogger(controller, kind, key, this::id);
      logger = known;
    }
    return known;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public Fork fork(int limit) {
    return limit <= 1 ? new InlineFork() : new TaskFork(env.tasks(), limit, writes);
  }
}
