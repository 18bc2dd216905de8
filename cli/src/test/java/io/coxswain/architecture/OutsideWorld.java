package io.coxswain.architecture;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of the JDK through which time, threads, randomness, files, sockets and processes come.
 * Code that runs in a simulated world reaches them through Env alone.
 */
final class OutsideWorld {
  private OutsideWorld() {}

  /**
   * Members of a class that may not be used.
   *
   * @param names empty for all
   * @param unlessTaking allowed when a parameter has this type
   */
  private record Ban(String owner, Set<String> names, String unlessTaking, String instead) {
    boolean hits(String usedOwner, String name, String descriptor) {
      return owner.equals(usedOwner)
          && (names.isEmpty() || names.contains(name))
          && (unlessTaking.isEmpty() || !descriptor.contains(unlessTaking));
    }
  }

  private static final String CREATE = "<init>";

  private static final List<Ban> BANS =
      List.of(
          // time
          ban("java/time/Instant", "Clock.now", "now"),
          ban("java/time/LocalDate", "Clock.now", "now"),
          ban("java/time/LocalTime", "Clock.now", "now"),
          ban("java/time/LocalDateTime", "Clock.now", "now"),
          ban("java/time/ZonedDateTime", "Clock.now", "now"),
          ban("java/time/OffsetDateTime", "Clock.now", "now"),
          ban("java/time/Clock", "Clock", "systemUTC", "systemDefaultZone", "system"),
          new Ban("java/util/Date", Set.of(CREATE), "J", "Clock.now"),
          ban("java/lang/System", "Clock", "nanoTime", "currentTimeMillis"),
          ban("java/lang/System", "an id of your own", "identityHashCode"),
          // threads and waiting
          ban(
              "java/lang/Thread",
              "Tasks",
              CREATE,
              "start",
              "sleep",
              "join",
              "yield",
              "onSpinWait",
              "ofVirtual",
              "ofPlatform",
              "startVirtualThread"),
          ban("java/util/Timer", "Timers"),
          ban("java/util/concurrent/Executors", "Tasks"),
          ban("java/util/concurrent/ForkJoinPool", "Tasks"),
          ban("java/util/concurrent/ThreadPoolExecutor", "Tasks"),
          ban("java/util/concurrent/ScheduledThreadPoolExecutor", "Timers"),
          ban("java/util/concurrent/locks/LockSupport", "Bell"),
          ban("java/util/concurrent/locks/Condition", "Bell"),
          ban("java/util/concurrent/CountDownLatch", "Bell", "await"),
          ban("java/util/concurrent/CyclicBarrier", "Bell"),
          ban("java/util/concurrent/Semaphore", "Bell"),
          ban("java/util/concurrent/LinkedBlockingQueue", "Mailbox"),
          ban("java/util/concurrent/ArrayBlockingQueue", "Mailbox"),
          ban("java/util/concurrent/BlockingQueue", "Mailbox"),
          ban("java/util/concurrent/DelayQueue", "Timers"),
          ban("java/util/concurrent/Future", "Task.join", "get"),
          ban("java/util/concurrent/CompletableFuture", "Task.join", "get", "join"),
          new Ban(
              "java/util/concurrent/CompletableFuture",
              Set.of(
                  "supplyAsync",
                  "runAsync",
                  "thenApplyAsync",
                  "thenAcceptAsync",
                  "thenRunAsync",
                  "thenComposeAsync",
                  "thenCombineAsync",
                  "handleAsync",
                  "whenCompleteAsync",
                  "orTimeout",
                  "completeOnTimeout",
                  "delayedExecutor"),
              "Ljava/util/concurrent/Executor;",
              "Tasks"),
          // randomness
          ban("java/util/UUID", "Entropy.uuid", "randomUUID"),
          ban("java/lang/Math", "Entropy", "random"),
          ban("java/lang/StrictMath", "Entropy", "random"),
          ban("java/util/Random", "Entropy"),
          ban("java/util/concurrent/ThreadLocalRandom", "Entropy"),
          ban("java/security/SecureRandom", "Entropy"),
          new Ban("java/util/SplittableRandom", Set.of(CREATE), "J", "Entropy"),
          // files
          ban("java/nio/file/Files", "env.Files"),
          ban("java/nio/file/Path", "env.Files", "toRealPath", "register"),
          ban("java/io/FileInputStream", "env.Files"),
          ban("java/io/FileOutputStream", "env.Files"),
          ban("java/io/FileReader", "env.Files"),
          ban("java/io/FileWriter", "env.Files"),
          ban("java/io/RandomAccessFile", "env.Files"),
          ban("java/nio/channels/FileChannel", "env.Files"),
          ban(
              "java/io/File",
              "env.Files",
              "exists",
              "delete",
              "deleteOnExit",
              "list",
              "listFiles",
              "mkdir",
              "mkdirs",
              "createNewFile",
              "createTempFile",
              "renameTo",
              "length",
              "lastModified",
              "isDirectory",
              "isFile"),
          // sockets and processes
          ban("java/net/Socket", "ApiTransport"),
          ban("java/net/ServerSocket", "ApiTransport"),
          ban("java/net/DatagramSocket", "ApiTransport"),
          ban("java/net/URL", "ApiTransport", "openConnection", "openStream"),
          ban("java/net/InetAddress", "Env", "getByName", "getAllByName", "getLocalHost"),
          ban("java/net/http/HttpClient", "ApiTransport"),
          ban("java/nio/channels/SocketChannel", "ApiTransport"),
          ban("java/nio/channels/ServerSocketChannel", "ApiTransport"),
          ban("java/lang/ProcessBuilder", "Exec"),
          ban("java/lang/Process", "Exec"),
          ban("java/lang/ProcessHandle", "Exec"),
          ban("java/lang/Runtime", "Exec", "exec", "addShutdownHook"));

  private static Ban ban(String owner, String instead, String... names) {
    return new Ban(owner, Set.of(names), "", instead);
  }

  /** What to use instead, if the member may not be used. */
  static Optional<String> insteadOf(String owner, String name, String descriptor) {
    if (name.equals("parallelStream")
        || (name.equals("parallel") && owner.startsWith("java/util/stream/"))) {
      return Optional.of("a sequential stream");
    }
    // Called on any type, these name that type as their owner.
    if (Set.of("wait()V", "wait(J)V", "wait(JI)V", "notify()V", "notifyAll()V")
        .contains(name + descriptor)) {
      return Optional.of("Bell");
    }
    return BANS.stream()
        .filter(ban -> ban.hits(owner, name, descriptor))
        .map(Ban::instead)
        .findFirst();
  }
}
