package io.coxswain.runtime.manager;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.CacheOptions;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.ControllerRegistry;
import io.coxswain.runtime.controller.Controllers;
import io.coxswain.runtime.controller.ShardedController;
import io.coxswain.runtime.controller.WorkerController;
import io.coxswain.runtime.events.ActionRecorder;
import io.coxswain.runtime.events.Events;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.events.SeriesEvents;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.webhook.WebhookServer;
import io.coxswain.runtime.webhook.Webhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/** The view of the manager for one client identity. */
final class ClientIdentityManager implements ManagerView {
  /** A controller without list permission must not end the other controllers. */
  private static final Duration TIMEOUT = Duration.ofDays(36_500);

  private final GroupedManager shared;
  private final ClientIdentity persona;
  private final Env env;
  private final Client client;
  private final Events events;
  private final SeriesEvents seriesEvents;
  private final Controllers controllers;
  private final List<BooleanSupplier> registered = new CopyOnWriteArrayList<>();

  /**
   * @param env the manager's environment with the transport of the identity
   */
  ClientIdentityManager(
      GroupedManager shared,
      ClientIdentity persona,
      Env env,
      Client client,
      Events events,
      SeriesEvents seriesEvents,
      Function<ControllerRegistry, Controllers> controllers) {
    this.shared = shared;
    this.persona = persona;
    this.env = env;
    this.client = client;
    this.events = events;
    this.seriesEvents = seriesEvents;
    ControllerRegistry registry = shared.registry(this::late);
    this.controllers =
        controllers.apply(
            new ControllerRegistry() {
              @Override
              public void add(WorkerController<?> controller) {
                registered.add(controller::isWorking);
                registry.add(controller);
              }

              @Override
              public void add(ShardedController<?> controller) {
                registered.add(controller::isWorking);
                registry.add(controller);
              }
            });
  }

  @Override
  public Env env() {
    return env;
  }

  @Override
  public Client client() {
    return client;
  }

  @Override
  public Recorder recorder(String component) {
    return events.recorder(component);
  }

  @Override
  public Instruments instruments() {
    return shared.instruments();
  }

  @Override
  public ActionRecorder actionRecorder(String controller) {
    return seriesEvents.recorder(controller);
  }

  @Override
  public Cache newCache(Consumer<CacheOptions> settings) {
    return shared.newCache(settings);
  }

  @Override
  public <T extends HasMetadata> void index(
      Class<T> type, String name, Function<T, Collection<String>> values) {
    shared.index(type, name, values);
  }

  @Override
  public ControllerBuilder<ObjectKey> controller(String name) {
    return controllerBy(ObjectKey.class, name);
  }

  @Override
  public <K> ControllerBuilder<K> controllerBy(Class<K> keyType, String name) {
    return controllers.declare(keyType, name).syncTimeout(TIMEOUT);
  }

  @Override
  public boolean isWorking() {
    return registered.stream().allMatch(BooleanSupplier::getAsBoolean);
  }

  @Override
  public void add(Routine routine) {
    shared.add(routine, this::late);
  }

  /** The same runner, delayed by the identity's start delay. */
  private Runner late(Runner runner) {
    Duration wait = persona.startAfter();
    return wait.isPositive() ? new LateRunner(runner, env.clock(), wait) : runner;
  }

  private static final class LateRunner implements Runner {
    private final Runner runner;
    private final Clock clock;
    private final Duration wait;
    private final AtomicBoolean begun = new AtomicBoolean();

    LateRunner(Runner runner, Clock clock, Duration wait) {
      this.runner = runner;
      this.clock = clock;
      this.wait = wait;
    }

    @Override
    public String name() {
      return runner.name();
    }

    @Override
    public void run() throws Exception {
      clock.sleep(wait);
      begun.set(true);
      runner.run();
    }

    @Override
    public void stop(Task task) {
      if (begun.get()) {
        runner.stop(task);
      } else {
        task.cancel();
      }
    }
  }

  // ---- shared ---------------------------------------------------------------------------------

  @Override
  public ManagerView as(ClientIdentity other) {
    return shared.as(other);
  }

  @Override
  public Webhooks webhooks() {
    return shared.webhooks();
  }

  @Override
  public WebhookServer webhookServer() {
    return shared.webhookServer();
  }

  @Override
  public void healthz(String name, Check check) {
    shared.healthz(name, check);
  }

  @Override
  public void readyz(String name, Check check) {
    shared.readyz(name, check);
  }

  @Override
  public int port(String address) {
    return shared.port(address);
  }

  @Override
  public EndpointResponse debug(String path, Map<String, List<String>> query) {
    return shared.debug(path, query);
  }

  @Override
  public byte[] scrape() {
    return shared.scrape();
  }

  @Override
  public boolean isElected() {
    return shared.isElected();
  }

  @Override
  public void run() throws ManagerException, CancelledException {
    shared.run();
  }

  @Override
  public void stop() {
    shared.stop();
  }
}
