package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Controllers whose second reconcile writes although nothing has happened. */
final class SettledCheckTest {

  /** What a controller notes at the source that it reconciles. */
  private interface Note {
    String of(Env env, ConfigMap source);
  }

  /** Writes a note whenever it reconciles a source; a change of the note is no reason to. */
  private static Simulation noting(Note note) {
    return Simulation.named("notes")
        .strict()
        .process(
            "notes",
            env -> {
              Manager manager = Manager.builder(env).name("notes").build();
              Client client = manager.client();
              var known = new TreeMap<String, String>();
              manager
                  .controller("notes")
                  .kind(ConfigMap.class)
                  .watch(ConfigMap.class, watch -> watch.self())
                  .reconcile(
                      (key, pass) -> {
                        ConfigMap source = client.get(ConfigMap.class, key).orElse(null);
                        if (source != null && isSource(source) && known.isEmpty()) {
                          known.put(key.name(), "noted");
                          write(client, source, note.of(env, source));
                        }
                        return Outcome.done();
                      });
              manager.run();
            })
        .script(
            world -> {
              world.objects().create(CopyController.source("a", "x"));
              world.awaitSilence(Duration.ofSeconds(10));
            });
  }

  private static boolean isSource(ConfigMap map) {
    return map.getMetadata().getName().equals("a");
  }

  private static void write(Client client, ConfigMap source, String note) throws ApiException {
    client.patch(
        source, edited -> edited.getMetadata().setAnnotations(new TreeMap<>(Map.of("n", note))));
  }

  @Test
  void acceptsAControllerThatWritesTheSameAgain() {
    Run run = noting((env, source) -> "of " + source.getMetadata().getName()).run(1);

    assertThat(run.writes()).containsEntry("notes", 1);
  }

  @Test
  void findsATimeThatEachReconcileUpdates() {
    var stamping = noting((env, source) -> Timestamps.format(env.clock().now()));

    assertThatThrownBy(() -> stamping.run(1))
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("a restart of all processes changes")
        .hasMessageContaining("notes: patch ConfigMap a [metadata.annotations]");
  }

  @Test
  void findsATokenThatEachReconcileDraws() {
    var drawing = noting((env, source) -> Long.toString(env.entropy().nextLong()));

    assertThatThrownBy(() -> drawing.run(1)).hasMessageContaining("metadata.annotations");
  }

  @Test
  void acceptsWhatTimeChangesAnyway() {
    var clock =
        Simulation.named("clock")
            .strict()
            .process(
                "clock",
                env -> {
                  while (true) {
                    env.clock().sleep(Duration.ofSeconds(20));
                    var map = CopyController.source("time", Timestamps.format(env.clock().now()));
                    var _ =
                        env.api()
                            .call(
                                ApiRequest.of("POST", "/api/v1/namespaces/default/configmaps")
                                    .body("application/json", Json.bytes(map)));
                  }
                });

    assertThat(clock.run(1).endState()).doesNotContain("time");
  }

  @Test
  void checksOnlyTheFirstUndisturbedRun() {
    var stamping = noting((env, source) -> Timestamps.format(env.clock().now()));
    assertThatThrownBy(() -> stamping.run(1)).isInstanceOf(WorldFailure.class);

    assertThat(stamping.run(1).writes()).containsEntry("notes", 1);
  }

  @Test
  void sparesAProcessWithAReason() {
    var stamping =
        noting((env, source) -> Timestamps.format(env.clock().now()))
            .restartMatters("notes", "the annotation is the time of the last start");

    assertThat(stamping.run(1).writes()).containsEntry("notes", 1);
    assertThatThrownBy(() -> stamping.restartMatters("notes", " "))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
