package io.coxswain.runtime.controller;

import io.coxswain.api.ResourceType;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.WriteLog;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** A running reconcile. Creates rarely used parts on first use. */
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
    String current = id;
    if (current == null) {
      current = env.entropy().derive("passes").uuid().toString();
      id = current;
    }
    return current;
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
    Logger current = logger;
    if (current == null) {
      current = new ReconcileLogger(controller, kind, key, this::id);
      logger = current;
    }
    return current;
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
