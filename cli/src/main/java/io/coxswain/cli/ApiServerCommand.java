package io.coxswain.cli;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.env.Program;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code coxswain apiserver}: the API server alone, with nothing that acts on its objects. */
@Command(
    name = "apiserver",
    description = "Run only the API server, without controllers or nodes.",
    mixinStandardHelpOptions = true)
final class ApiServerCommand implements Callable<Integer> {
  @Mixin private ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    options.check();
    Env env = Env.production();
    Bell stop = env.tasks().newBell();
    // As strict as a real one: pods need a service account, which whoever uses the server creates.
    try (var _ = Program.onStopSignal(stop::ring);
        ApiServer server = options.server(env, ApiServerOptions.plain().withServiceAccounts());
        HttpsServer front = options.open(env, server)) {
      System.out.println("API server    " + options.describe(front));
      System.out.println("ready");
      System.out.println();
      System.out.println("  kubectl --kubeconfig " + options.kubeconfig + " api-resources");
      stop.await(0);
    }
    return 0;
  }
}
