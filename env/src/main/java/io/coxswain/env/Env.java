package io.coxswain.env;

/** Everything a program needs from the world outside its own memory. */
public record Env(
    Clock clock,
    Timers timers,
    Tasks tasks,
    Entropy entropy,
    Files files,
    Exec exec,
    ApiTransport api,
    Http http,
    Sockets sockets) {

  /** A world without TCP connections of its own. */
  public Env(
      Clock clock,
      Timers timers,
      Tasks tasks,
      Entropy entropy,
      Files files,
      Exec exec,
      ApiTransport api,
      Http http) {
    this(clock, timers, tasks, entropy, files, exec, api, http, Sockets.NONE);
  }

  /** A world without servers but the API server. */
  public Env(
      Clock clock,
      Timers timers,
      Tasks tasks,
      Entropy entropy,
      Files files,
      Exec exec,
      ApiTransport api) {
    this(clock, timers, tasks, entropy, files, exec, api, Http.NONE);
  }

  /** The real world, with no API server to talk to yet. */
  public static Env production() {
    var failures = TaskFailures.ofProcess();
    var timers = new ThreadTimers(failures);
    return new Env(
        new SystemClock(),
        timers,
        new VirtualThreadTasks(failures),
        new SecureEntropy(),
        new DiskFiles(),
        new LocalExec(),
        ApiTransport.NONE,
        new JdkHttp(timers),
        new LocalSockets());
  }

  /** The same world, talking to the given API server. */
  public Env withApi(ApiTransport transport) {
    return new Env(clock, timers, tasks, entropy, files, exec, transport, http, sockets);
  }

  /** The same world with other servers around it. */
  public Env withHttp(Http servers) {
    return new Env(clock, timers, tasks, entropy, files, exec, api, servers, sockets);
  }
}
