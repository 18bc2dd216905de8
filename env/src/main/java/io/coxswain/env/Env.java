package io.coxswain.env;

/**
 * The environment of a program: all its access to time, tasks, randomness, files, processes and
 * networks.
 */
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

  /** An environment without TCP connections. */
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

  /** An environment without servers other than the API server. */
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

  /** The production environment, without an API server. */
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

  /** The same environment with the given API server. */
  public Env withApi(ApiTransport transport) {
    return new Env(clock, timers, tasks, entropy, files, exec, transport, http, sockets);
  }

  /** The same environment with other HTTP servers. */
  public Env withHttp(Http servers) {
    return new Env(clock, timers, tasks, entropy, files, exec, api, servers, sockets);
  }
}
