package io.coxswain.real;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import io.coxswain.env.Timers;
import io.coxswain.sim.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One program of a world, on the ports of production. Killing it interrupts its tasks and lets no
 * request of it through any more.
 */
final class RealProcess {
  private static final Duration LAST_BREATH = Duration.ofSeconds(5);

  private final String name;
  private final Main main;
  private final Turns turns;
  private final ApiTransport api;
  private final Path disk;
  private final AtomicInteger writes = new AtomicInteger();
  private @Nullable Life life;

  RealProcess(String name, Main main, Turns turns, ApiTransport api, Path disk) {
    this.name = name;
    this.main = main;
    this.turns = turns;
    this.api = api;
    this.disk = disk;
  }

  int writes() {
    return writes.get();
  }

  boolean running() {
    Life now = life;
    return now != null && !now.dead && !now.mainTask().isDone();
  }

  void start() {
    if (running()) {
      throw new IllegalStateException(name + " is running");
    }
    life = new Life();
    life.begin();
  }

  void kill() {
    Life now = life;
    if (now != null) {
      now.end();
    }
  }

  void cutWatches() {
    Life now = life;
    if (now != null) {
      now.watches.forEach(ApiWatch::close);
    }
  }

  private static boolean isWrite(ApiRequest request) {
    return !request.method().equals("GET") && !request.method().equals("HEAD");
  }

  /** From a start to its end. */
  private final class Life implements Tasks, Timers, ApiTransport {
    private final Env outside = Env.production();
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();
    private final Set<ApiWatch> watches = ConcurrentHashMap.newKeySet();
    private volatile boolean dead;
    private @Nullable Task first;

    void begin() {
      Exec none =
          command -> {
            throw new IOException("no programs are run here: " + command.arguments().getFirst());
          };
      var env =
          new Env(
              outside.clock(),
              this,
              this,
              outside.entropy(),
              new RootedFiles(outside.files(), disk),
              none,
              this,
              outside.http());
      first =
          spawn(
              "main of " + name,
              () -> {
                try {
                  main.run(env);
                } catch (CancelledException e) {
                  throw e;
                } catch (Exception e) {
                  if (!dead) {
                    turns.fail(new AssertionError("process " + name + " failed", e));
                  }
                }
              });
    }

    Task mainTask() {
      Task task = first;
      if (task == null) {
        throw new IllegalStateException(name + " has not begun");
      }
      return task;
    }

    void end() {
      dead = true;
      watches.forEach(ApiWatch::close);
      for (Task task : tasks) {
        task.cancel();
      }
      var _ = mainTask().join(LAST_BREATH);
    }

    // ---- tasks and timers

    @Override
    public Task spawn(String task, Body body) {
      if (dead) {
        throw new CancelledException();
      }
      tasks.removeIf(Task::isDone);
      Task spawned = outside.tasks().spawn(task, body);
      tasks.add(spawned);
      if (dead) {
        spawned.cancel();
      }
      return spawned;
    }

    @Override
    public Bell newBell() {
      return outside.tasks().newBell();
    }

    @Override
    public void pause() throws CancelledException {
      outside.tasks().pause();
    }

    @Override
    public void checkCancelled() throws CancelledException {
      if (dead) {
        throw new CancelledException();
      }
      outside.tasks().checkCancelled();
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
      return outside
          .timers()
          .after(
              delay,
              () -> {
                if (!dead) {
                  action.run();
                }
              });
    }

    // ---- requests

    private void checkAlive() {
      if (dead) {
        throw new CancelledException();
      }
      turns.asked();
    }

    @Override
    public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
      checkAlive();
      if (!isWrite(request)) {
        return api.call(request);
      }
      if (request.path().contains("/leases")) {
        // The time of a lease runs out while a script thinks.
        writes.incrementAndGet();
        return api.call(request);
      }
      return turns.write(
          () -> {
            checkAlive();
            writes.incrementAndGet();
            return api.call(request);
          });
    }

    @Override
    public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
      checkAlive();
      ApiWatch watch = api.watch(request);
      var counted =
          new ApiWatch() {
            @Override
            public int status() {
              return watch.status();
            }

            @Override
            public ApiResponse errorResponse() {
              return watch.errorResponse();
            }

            @Override
            public @Nullable Frame next() throws IOException, CancelledException {
              Frame frame = watch.next();
              if (dead) {
                throw new CancelledException();
              }
              return frame;
            }

            @Override
            public boolean ready() {
              return watch.ready();
            }

            @Override
            public void close() {
              watches.remove(this);
              watch.close();
            }
          };
      watches.add(counted);
      return counted;
    }

    @Override
    public ApiStream open(ApiRequest request) throws IOException, CancelledException {
      checkAlive();
      return api.open(request);
    }
  }
}
