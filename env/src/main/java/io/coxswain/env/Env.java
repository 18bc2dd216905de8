package io.coxswain.env;

/** Everything a program needs from the world outside its own memory. */
public record Env(
    Clock clock,
    Timers timers,
    Tasks tasks,
    Entropy entropy,
    Files files,
    Exec exec,
    ApiTransport api) {

  /** The real world, with no API server to talk to yet. */
  public static Env production() {
    var clock = new SystemClock();
    return new Env(
        clock,
        new ThreadTimers(),
        new VirtualThreadTasks(),
        new SecureEntropy(),
        new DiskFiles(),
        new LocalExec(),
        ApiTransport.NONE);
  }

  /** The same world, talking to the given API server. */
  public Env withApi(ApiTransport transport) {
    return new Env(clock, timers, tasks, entropy, files, exec, transport);
  }
}
