package io.coxswain.architecture;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** What no class of the product may do; read by {@link PortsTest}, never run. */
@SuppressWarnings("all") // each line is wrong on purpose
final class PlantedViolations {
  private PlantedViolations() {}

  /** A method reference, which is no call in the code of this class. */
  static final Supplier<Instant> NOW = Instant::now;

  static long time() throws InterruptedException {
    Thread.sleep(1);
    return System.nanoTime();
  }

  static Object chance() {
    return List.of(
        UUID.randomUUID(), new Random().nextInt(), ThreadLocalRandom.current().nextInt());
  }

  static ExecutorService threads() throws InterruptedException {
    CompletableFuture.supplyAsync(() -> 1);
    List.of(1).parallelStream().count();
    NOW.wait();
    return Executors.newCachedThreadPool();
  }

  static boolean outside() throws IOException {
    new ProcessBuilder("true").start();
    new Socket("localhost", 1).close();
    return Files.exists(Path.of("/"));
  }
}
