package io.coxswain.runtime.manager;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.CacheOptions;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.events.ActionRecorder;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.webhook.WebhookServer;
import io.coxswain.runtime.webhook.Webhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs controllers and what they need until told to stop. */
public interface Manager {

  /** Begins a manager that runs in the given world, against the API server that it has. */
  static ManagerBuilder builder(Env env) {
    return new ManagerBuilder(env);
  }

  Env env();

  Client client();

  /** A recorder whose events name the given component as their source. */
  Recorder recorder(String component);

  /** As {@link #recorder}, for events.k8s.io/v1. */
  ActionRecorder actionRecorder(String controller);

  /**
   * A cache beside the shared one, with options of its own; it fills while the manager runs.
   *
   * @see ManagerBuilder#cache
   */
  Cache newCache(Consumer<CacheOptions> how);

  /** Adds an index that lists of the type can be narrowed by. */
  <T extends HasMetadata> void index(
      Class<T> type, String name, Function<T, Collection<String>> values);

  /** Begins a controller by the usual key. The name is unique in the program; metrics carry it. */
  ControllerBuilder<ObjectKey> controller(String name);

  /** Begins a controller by a key of its own. */
  <K> ControllerBuilder<K> controllerBy(Class<K> keyType, String name);

  /**
   * The webhooks of this program. Their server runs once somebody has asked for them, from before
   * caches fill until after they have ended: a cache may need a conversion served here.
   */
  Webhooks webhooks();

  /** The server of the webhooks, for readiness. */
  WebhookServer webhookServer();

  /**
   * Adds a check to {@code /healthz}.
   *
   * @throws IllegalStateException once the manager has started
   */
  void healthz(String name, Check check);

  /**
   * Adds a check to {@code /readyz}.
   *
   * @throws IllegalStateException once the manager has started
   */
  void readyz(String name, Check check);

  /** The port that is served under an address that was given with port 0; -1 when none is. */
  int port(String address);

  /** Whether this replica has begun to lead, or needs no lease to do its work. */
  boolean isElected();

  /** Adds something that runs until stopped; on the leader alone unless it says otherwise. */
  void add(Routine routine);

  /** This manager as a part of the program sees it that has an identity of its own. */
  ManagerView as(ClientIdentity persona);

  /**
   * Starts everything and returns when all has stopped: after {@link #stop}, after the first
   * failure of a routine, or when the lease was lost.
   *
   * @throws ManagerException why it ended, unless it was told to
   */
  void run() throws ManagerException, CancelledException;

  /**
   * Asks {@link #run} to stop everything in order and return. May be called from any task, more
   * than once.
   */
  void stop();

  /**
   * The order of starting. Stopping: what warms up and what runs everywhere, then the leader's
   * part, then backwards from the caches.
   */
  enum Stage {
    SERVERS,
    WEBHOOKS,
    CACHES,
    EVERYWHERE,
    WARM_UP,
    LEADER
  }

  /** Something that runs until cancelled or done. */
  interface Routine {
    void run() throws Exception;

    default boolean needsLeader() {
      return true;
    }

    /** When it starts and stops; decided by {@link #needsLeader} unless said. */
    default Stage stage() {
      return needsLeader() ? Stage.LEADER : Stage.EVERYWHERE;
    }

    /** For {@link Stage#CACHES}: waits until whoever reads may begin. */
    default void awaitReady() throws CancelledException {}
  }
}
