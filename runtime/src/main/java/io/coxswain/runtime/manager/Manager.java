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
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.webhook.WebhookServer;
import io.coxswain.runtime.webhook.Webhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs controllers and their dependencies until stopped. */
public interface Manager {

  /** Builds a manager for the environment and its API server. */
  static ManagerBuilder builder(Env env) {
    return new ManagerBuilder(env);
  }

  Env env();

  Client client();

  /** A recorder for the component. */
  Recorder recorder(String component);

  /** The metrics that single controllers have beyond those of all controllers. */
  Instruments instruments();

  /** As {@link #recorder}, for events.k8s.io/v1. */
  ActionRecorder actionRecorder(String controller);

  /**
   * Creates an additional cache with its own options; it is filled while the manager runs.
   *
   * @see ManagerBuilder#cache
   */
  Cache newCache(Consumer<CacheOptions> settings);

  /** Adds an index by which lists of the type can be narrowed. */
  <T extends HasMetadata> void index(
      Class<T> type, String name, Function<T, Collection<String>> values);

  /**
   * Declares a controller with {@link ObjectKey} as the key. The name is unique in the program and
   * used in metrics.
   */
  ControllerBuilder<ObjectKey> controller(String name);

  /** Declares a controller with a custom key. */
  <K> ControllerBuilder<K> controllerBy(Class<K> keyType, String name);

  /**
   * The webhooks of this program. Their server runs if this method has been called, from before the
   * caches sync until after the caches have stopped, because a cache may depend on a conversion
   * webhook of this program.
   */
  Webhooks webhooks();

  /** The server of the webhooks, for readiness checks. */
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

  /** The port for an address that was configured with port 0; -1 if it is not served. */
  int port(String address);

  /**
   * Handles {@code /debug/controllers/<name>/<key>}, for programs with their own server: lists the
   * controllers, the latest keys of one, or what triggered the reconciles of a key.
   */
  EndpointResponse debug(String path, Map<String, List<String>> query);

  /** The metrics of this manager in the Prometheus text format, for programs that show them. */
  byte[] scrape();

  /** Whether this replica leads, or does not need a lease. */
  boolean isElected();

  /** Adds a runnable; it runs only on the leader by default. */
  void add(Routine routine);

  /** A view of this manager with its own client identity. */
  ManagerView as(ClientIdentity persona);

  /**
   * Starts everything and returns when everything has stopped: after {@link #stop}, after the first
   * failure of a runnable, or after losing the lease.
   *
   * @throws ManagerException the reason, unless it was stopped
   */
  void run() throws ManagerException, CancelledException;

  /** Requests an orderly stop of {@link #run}. May be called from any task, more than once. */
  void stop();

  /**
   * The order of starting. Stopping: warm-up and runnables of every replica, then the leader's
   * runnables, then backwards from the caches.
   */
  enum Stage {
    SERVERS,
    WEBHOOKS,
    CACHES,
    EVERYWHERE,
    WARM_UP,
    LEADER
  }

  /** A runnable that runs until cancelled or finished. */
  interface Routine {
    void run() throws Exception;

    default boolean needsLeader() {
      return true;
    }

    /** When it starts and stops; determined by {@link #needsLeader} by default. */
    default Stage stage() {
      return needsLeader() ? Stage.LEADER : Stage.EVERYWHERE;
    }

    /** For {@link Stage#CACHES}: waits until readers may start. */
    default void awaitReady() throws CancelledException {}
  }
}
