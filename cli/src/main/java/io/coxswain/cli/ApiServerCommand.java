package io.coxswain.cli;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.ApiServerOptions;
import io.coxswain.apiserver.http.HttpsFront;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.env.Program;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code coxswain apiserver}: the API server alone, with nothing that acts on its objects. */
@Command(
    name = "apiserver",
    description = "Run the API server alone.",
    mixinStandardHelpOptions = true)
final class ApiServerCommand implements Callable<Integer> {
  @Mixin private ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Env env = Env.production();
    Bell stop = env.tasks().newBell();
    Program.onStopSignal(stop::ring);
    try (HttpsFront front = options.open(env, server(env))) {
      System.out.println("ready: " + options.describe(front));
      stop.await(0);
    }
    return 0;
  }

  /**
   * As strict as a real one: pods need a service account, which whoever uses the server creates.
   */
  private static ApiServer server(Env env) {
    return ApiServer.create(env, ApiServerOptions.plain().withServiceAccounts());
  }
}
