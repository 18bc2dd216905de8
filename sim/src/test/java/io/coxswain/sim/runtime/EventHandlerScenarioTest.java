package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Event handlers, observers and enqueuers of a controller. */
class EventHandlerScenarioTest {
  private static final ObjectKey KEY = ObjectKey.of("default", "a");

  private final List<String> observed = new ArrayList<>();
  private final List<Instant> reconciled = new ArrayList<>();
  private int failuresLeft;

  @Test
  void handlerChoosesTheDelayByTheKindOfEvent() {
    run(
        builder ->
            builder.watch(
                Secret.class,
                watch ->
                    watch.handle(
                        (event, queue) ->
                            queue.addAfter(
                                ObjectKey.of(event.object()),
                                event instanceof Event.Updated
                                    ? Duration.ofSeconds(30)
                                    : Duration.ZERO))));

    assertThat(reconciled).hasSize(2);
    assertThat(Duration.between(reconciled.get(0), reconciled.get(1)))
        .isBetween(Duration.ofSeconds(40), Duration.ofSeconds(41));
  }

  @Test
  void observerSeesEveryEventOnceAlthoughMappingFailsAndPredicateRejects() {
    failuresLeft = 2;

    run(
        builder ->
            builder.watch(
                Secret.class,
                watch ->
                    watch
                        .observe(event -> observed.add(event.getClass().getSimpleName()))
                        .mapTo(this::failsTwice)
                        .when(event -> event instanceof Event.Created)));

    assertThat(failuresLeft).isZero();
    assertThat(observed).containsExactly("Created", "Updated");
    assertThat(reconciled).hasSize(1);
  }

  @Test
  void observerAloneEnqueuesNothing() {
    run(
        builder ->
            builder.watch(
                Secret.class,
                watch -> watch.observe(event -> observed.add(event.states().toString()))));

    assertThat(observed).hasSize(2);
    assertThat(reconciled).isEmpty();
  }

  @Test
  void enqueuesOnlyForTheDeclaredTypesOfEvents() {
    run(
        builder ->
            builder.watch(
                Secret.class,
                watch ->
                    watch
                        .self()
                        .observeLatest(latest -> observed.add(latest.type().toString()))
                        .only(EventType.UPDATED, EventType.DELETED)));

    assertThat(observed).containsExactly("CREATED", "UPDATED");
    assertThat(reconciled).hasSize(1);
  }

  @Test
  void handlerOfTheLatestStateIsGivenTheNewStateAndTheUidBefore() {
    run(
        builder ->
            builder.watch(
                Secret.class,
                watch ->
                    watch.handleLatest(
                        (latest, queue) -> {
                          Secret secret = latest.object();
                          observed.add(latest.type() + " immutable=" + secret.getImmutable());
                          assertThat(latest.uidBefore()).isEqualTo(secret.getMetadata().getUid());
                          queue.add(ObjectKey.of(secret));
                        })));

    assertThat(observed).containsExactly("CREATED immutable=null", "UPDATED immutable=true");
    assertThat(reconciled).hasSize(2);
  }

  @Test
  void enqueuerOfTheBuilderServesTheReconcilerItself() {
    Simulation.named("enqueuer")
        .process(
            "manager",
            env -> {
              Manager manager = Manager.builder(env).build();
              ControllerBuilder<ObjectKey> builder = manager.controller("enqueuer");
              var queue = builder.enqueuer();
              assertThatThrownBy(() -> queue.add(KEY)).hasMessageContaining("not registered yet");
              builder
                  .reconcile(
                      (key, pass) -> {
                        reconciled.add(pass.now());
                        if (reconciled.size() < 3) {
                          queue.addAfter(key, Duration.ofSeconds(5));
                        }
                        return Outcome.done();
                      })
                  .enqueue(KEY);
              manager.run();
            })
        .script(world -> world.run(Duration.ofMinutes(1)))
        .run(1);

    assertThat(reconciled).hasSize(3);
  }

  private List<ObjectKey> failsTwice(Secret object, Reader client) throws ApiException {
    if (failuresLeft > 0) {
      failuresLeft--;
      throw ApiException.noAnswer(new IOException("planted"));
    }
    return List.of(ObjectKey.of(object));
  }

  private interface Watches {
    ControllerBuilder<ObjectKey> addTo(ControllerBuilder<ObjectKey> builder);
  }

  /** Creates a Secret after 5 s and changes it 10 s later. */
  private void run(Watches watches) {
    Simulation.named("event-handler")
        .process("manager", env -> manage(env, watches))
        .script(
            world -> {
              world.run(Duration.ofSeconds(5));
              world
                  .objects()
                  .create(
                      new SecretBuilder()
                          .withNewMetadata()
                          .withNamespace(KEY.namespace())
                          .withName(KEY.name())
                          .endMetadata()
                          .build());
              world.run(Duration.ofSeconds(10));
              world.objects().edit(Secret.class, KEY, secret -> secret.setImmutable(true));
              world.run(Duration.ofMinutes(1));
            })
        .run(1);
  }

  private void manage(Env env, Watches watches) throws Exception {
    Manager manager = Manager.builder(env).build();
    watches
        .addTo(manager.controller("event-handler"))
        .reconcile(
            (key, pass) -> {
              reconciled.add(pass.now());
              return Outcome.done();
            });
    manager.run();
  }
}
