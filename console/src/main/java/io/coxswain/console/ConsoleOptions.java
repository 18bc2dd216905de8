package io.coxswain.console;

import io.coxswain.console.controllers.MonitoredProgram;
import io.coxswain.env.ApiTransport;
import java.util.List;

/**
 * Settings of the console.
 *
 * @param address to listen on: a port for the loopback interface, or host:port
 * @param access to the API server
 * @param server name of the API server, for people
 * @param actions whether users may change objects
 * @param external the URL that a proxy in front of the console serves; empty for none
 * @param version of the program
 * @param programs whose controllers are shown
 */
public record ConsoleOptions(
    String address,
    Access access,
    String server,
    boolean actions,
    String external,
    String version,
    List<MonitoredProgram> programs) {

  public ConsoleOptions {
    programs = List.copyOf(programs);
  }

  /** A console on a free port of the loopback interface whose users share credentials. */
  public static ConsoleOptions shared(ApiTransport transport, boolean actions) {
    return new ConsoleOptions(
        "0", new Shared(transport), "", actions, "", "development", List.of());
  }

  /** With whose credentials requests reach the API server. */
  public sealed interface Access {}

  /** A browser with the login link uses the credentials of the user who started the console. */
  public record Shared(ApiTransport transport) implements Access {}

  /**
   * Each user has a bearer token. The console has no credentials.
   *
   * @param anonymous a transport without credentials
   */
  public record PerUser(ApiTransport anonymous) implements Access {}
}
