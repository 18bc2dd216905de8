package io.coxswain.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.StoreLimits;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.store.UnwritableException;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import io.coxswain.sim.FileFault;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** A store on a disk that fails, fills up or loses power, at each single file operation. */
final class DataDirectorySweepTest {
  private static final String STORE = "io.coxswain.apiserver.store";
  private static final String THINGS = "things";
  private static final Path DATA = Path.of("/data");
  private static final int WRITERS = 2;
  private static final int WRITES = 14;

  /** Logs of a few writes, so that each run has several rotations and snapshots. */
  private static final StoreLimits LIMITS = new StoreLimits(1000, 1 << 20, 700, 2000);

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    ((Logger) LoggerFactory.getLogger(STORE)).addAppender(log);
  }

  @AfterEach
  void stopListening() {
    ((Logger) LoggerFactory.getLogger(STORE)).detachAppender(log);
  }

  // ---- a process that writes

  /** What the process was told, and what is wrong with what it found. */
  private static final class Counting {
    private final SortedMap<String, Integer> acknowledged = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private int finished;
    private boolean opened;

    /** Each writer counts up in an object of its own; after a failure it tries again. */
    private void run(Env env) {
      try {
        opened = false;
        finished = 0;
        Store store = Store.open(env, DATA, LIMITS);
        store.begin();
        opened = true;
        for (int i = 0; i < WRITERS; i++) {
          String name = "w" + i;
          env.tasks().spawn(name, () -> count(env, store, name));
        }
        env.clock().sleep(Duration.ofDays(1));
      } catch (IOException e) {
        if (!String.valueOf(e.getMessage()).contains("No space left")
            && !String.valueOf(e.getMessage()).contains("Input/output error")) {
          problems.add(String.valueOf(e.getMessage()));
        }
      }
    }

    private void count(Env env, Store store, String name) {
      int found = value(store, name);
      int known = acknowledged.getOrDefault(name, 0);
      if (found < known || found > known + 1) {
        problems.add(name + " is " + found + ", but " + known + " was acknowledged");
      }
      while (value(store, name) < WRITES) {
        int next = value(store, name) + 1;
        try {
          put(store, name, next);
          acknowledged.put(name, next);
        } catch (UnwritableException e) {
          env.clock().sleep(Duration.ofSeconds(1));
        } catch (RacedException e) {
          problems.add("another wrote " + name);
        }
        env.clock().sleep(Duration.ofMillis(1));
      }
      finished++;
      env.clock().sleep(Duration.ofMillis(1)); // a script looks when time moves
    }
  }

  private static int value(Store store, String name) {
    Stored found = store.head().find(THINGS, ObjectKey.of(name));
    return found == null ? 0 : found.tree().path("n").asInt();
  }

  private static Stored put(Store store, String name, int value) throws RacedException {
    Stored seen = store.head().find(THINGS, ObjectKey.of(name));
    return store.put(
        THINGS,
        ObjectKey.of(name),
        seen,
        revision -> thing(name, "\"n\":" + value, revision),
        new Origin("update", "test", "test"));
  }

  private static Stored thing(String name, String fields, long revision) {
    return new Stored(
        ObjectKey.of(name),
        "uid",
        revision,
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        ("{\"metadata\":{\"resourceVersion\":\"" + revision + "\"}," + fields + "}")
            .getBytes(StandardCharsets.UTF_8));
  }

  // ---- sweep

  /** How many file operations a run has that nothing disturbs. */
  private static int operations() {
    var record = new Counting();
    var count = new ArrayList<Integer>();
    Simulation.named("disk")
        .script(
            world -> {
              world.start("store", record::run);
              world.await("all is written", () -> record.finished == WRITERS);
              world.run(Duration.ofMinutes(1));
              count.add(world.fileOperations("store"));
            })
        .run(7);
    assertThat(record.problems).isEmpty();
    return count.getFirst();
  }

  @ParameterizedTest
  @EnumSource(FileFault.class)
  @Attack("fail, fill up or crash at each file operation of a store")
  void everyAcknowledgedWriteSurvivesAFaultAtEachFileOperation(FileFault fault) {
    int operations = operations();
    assertThat(operations).isGreaterThan(80);
    for (int at = 1; at <= operations; at++) {
      log.list.clear();
      var record = new Counting();
      int faulty = at;
      Simulation.named("disk").script(world -> disturb(world, record, faulty, fault)).run(7);
      assertThat(record.problems).as("%s at operation %d", fault, at).isEmpty();
      if (fault == FileFault.KILL || fault == FileFault.LOSE_POWER) {
        assertThat(log.list)
            .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
            .extracting(ILoggingEvent::getFormattedMessage)
            .as("%s at operation %d", fault, at)
            .allMatch(line -> line.startsWith("dropped the incomplete last write of the log"));
      }
    }
  }

  private static void disturb(World world, Counting record, int at, FileFault fault) {
    world.start("store", record::run);
    world.failFileOperation("store", at, fault);
    for (int starts = 0; starts < 3 && record.finished < WRITERS; starts++) {
      world.run(Duration.ofSeconds(30));
      if (!world.isRunning("store")) {
        world.restart("store");
      }
    }
    if (record.finished < WRITERS) {
      record.problems.add("the store did not recover");
    }
    // Once more, by power: what the fault left must be read back.
    world.run(Duration.ofMinutes(1));
    if (world.isRunning("store")) {
      world.losePower("store");
    }
    world.restart("store");
    world.run(Duration.ofSeconds(1));
    if (!record.opened || record.finished < WRITERS) {
      record.problems.add("the store cannot be opened again");
    }
  }

  // ---- full disk

  /** A process whose script drives the store. */
  private static final class Driven {
    private final List<String> results = new ArrayList<>();
    private final List<Runnable> work = new ArrayList<>();
    private @Nullable Store opened;

    private Store store() {
      return Objects.requireNonNull(opened);
    }

    private void run(Env env) throws IOException {
      Store store = Store.open(env, DATA, new StoreLimits(1000, 1 << 20, 100_000, 20_000));
      store.begin();
      opened = store;
      while (true) {
        env.clock().sleep(Duration.ofMillis(100));
        List<Runnable> now = List.copyOf(work);
        work.clear();
        now.forEach(Runnable::run);
      }
    }

    private void put(String name) {
      try {
        store()
            .put(
                THINGS,
                ObjectKey.of(name),
                null,
                revision -> thing(name, "\"text\":\"" + "x".repeat(1000) + "\"", revision),
                new Origin("create", "test", "test"));
        results.add("created " + name);
      } catch (UnwritableException | RacedException e) {
        results.add(name + ": " + e.getMessage());
      }
    }

    private void remove(String name) {
      try {
        Stored seen = Objects.requireNonNull(store().head().find(THINGS, ObjectKey.of(name)));
        store()
            .remove(
                THINGS,
                ObjectKey.of(name),
                seen,
                revision -> thing(name, "\"text\":\"" + "x".repeat(1000) + "\"", revision),
                new Origin("delete", "test", "test"));
        results.add("removed " + name);
      } catch (UnwritableException | RacedException e) {
        results.add(name + ": " + e.getMessage());
      }
    }
  }

  private static void run(World world, Driven process, Runnable... work) {
    process.results.clear();
    process.work.addAll(List.of(work));
    world.run(Duration.ofSeconds(1));
  }

  @Test
  @Attack("fill the disk")
  void onAFullDiskOnlyDeletionsAreAcceptedUntilThereIsSpaceAgain() {
    var process = new Driven();
    Simulation.named("full disk")
        .script(
            world -> {
              world.start("store", process::run);
              world.run(Duration.ofSeconds(1));
              run(world, process, () -> process.put("a"), () -> process.put("b"));
              assertThat(process.results).containsExactly("created a", "created b");

              world.fillDisk("store");
              run(world, process, () -> process.put("c"), () -> process.put("d"));
              assertThat(process.results)
                  .containsExactly(
                      "c: etcdserver: mvcc: database space exceeded",
                      "d: etcdserver: mvcc: database space exceeded");
              assertThat(process.store().problem())
                  .isEqualTo("no space left in the data directory");

              run(world, process, () -> process.remove("a"), () -> process.put("e"));
              assertThat(process.results)
                  .containsExactly("removed a", "e: etcdserver: mvcc: database space exceeded");

              world.freeDisk("store");
              world.run(Duration.ofSeconds(15));
              assertThat(process.store().problem()).isNull();
              run(world, process, () -> process.put("f"));
              assertThat(process.results).containsExactly("created f");

              world.losePower("store");
              world.restart("store");
              world.run(Duration.ofSeconds(1));
              assertThat(process.store().head().collection(THINGS).keys())
                  .containsExactly(ObjectKey.of("b"), ObjectKey.of("f"));
            })
        .run(1);
  }

  @Test
  @Attack("fill the disk and delete objects")
  void deletingObjectsOnAFullDiskMakesSpaceForOthers() {
    var process = new Driven();
    Simulation.named("full disk")
        .script(
            world -> {
              world.start("store", process::run);
              world.run(Duration.ofSeconds(1));
              for (int i = 0; i < 60; i++) {
                String name = "t" + i;
                run(world, process, () -> process.put(name));
              }
              world.fillDisk("store");
              run(world, process, () -> process.put("more"));
              assertThat(process.results)
                  .containsExactly("more: etcdserver: mvcc: database space exceeded");

              for (int i = 0; i < 50; i++) {
                String name = "t" + i;
                run(world, process, () -> process.remove(name));
                assertThat(process.results).containsExactly("removed " + name);
              }
              world.run(Duration.ofMinutes(2));

              assertThat(process.store().problem()).isNull();
              run(world, process, () -> process.put("more"));
              assertThat(process.results).containsExactly("created more");
            })
        .run(1);
  }

  @Test
  @Attack("fill the disk of an API server")
  void aServerOnAFullDiskIsNotReadyAndRespondsAsKubeApiserver() {
    var servers = new ArrayList<ApiServer>();
    Simulation.named("full disk")
        .script(
            world -> {
              world.start(
                  "server",
                  env -> {
                    servers.add(ApiServer.open(env, ApiServerOptions.plain(), DATA));
                    env.clock().sleep(Duration.ofDays(1));
                  });
              world.run(Duration.ofSeconds(1));
              var statuses = new ArrayList<String>();
              world.fillDisk("server");
              world.start(
                  "client",
                  env -> {
                    ApiTransport api =
                        servers.getFirst().transport("client", List.of("system:masters"));
                    statuses.add(create(api));
                    statuses.add(api.call(ApiRequest.get("/readyz")).status() + "");
                    statuses.add(text(api.call(ApiRequest.get("/readyz/data-directory"))));
                    env.clock().sleep(Duration.ofMinutes(1));
                    statuses.add(create(api));
                    statuses.add(api.call(ApiRequest.get("/readyz")).status() + "");
                  });
              world.run(Duration.ofSeconds(1));
              world.freeDisk("server");
              world.run(Duration.ofMinutes(2));
              assertThat(statuses)
                  .containsExactly(
                      "500 etcdserver: mvcc: database space exceeded",
                      "500",
                      "internal server error: no space left in the data directory\n",
                      "201 ",
                      "200");
            })
        .run(1);
  }

  private static String create(ApiTransport api) throws IOException {
    ApiResponse response =
        api.call(
            ApiRequest.of("POST", "/api/v1/namespaces/default/configmaps")
                .body(
                    "application/json",
                    "{\"metadata\":{\"name\":\"a\"}}".getBytes(StandardCharsets.UTF_8)));
    return response.status() + " " + Json.tree(response.body()).path("message").asText();
  }

  private static String text(ApiResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }
}
