package io.coxswain.cli;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.env.Program;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code coxswain apiserver}: the API server without controllers. */
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
    var death = new AtomicReference<@Nullable String>();
    env.tasks()
        .failures()
        .listen(
            died -> {
              death.compareAndSet(null, died.getMessage());
              stop.ring();
            });
    // As strict as a real one: pods need a service account, which the user of the server creates.
    try (var _ = Program.onStopSignal(stop::ring);
        ApiServer server = options.server(env, ApiServerOptions.plain().withServiceAccounts());
        HttpsServer front = options.open(env, server)) {
      if (options.acceptsNodes()) {
        JoinObjects.apply(server.transport("system:admin", List.of(User.MASTERS)), front);
      }
      options.warning().ifPresent(text -> System.err.println("warning: " + text));
      System.out.println("API server    " + options.describe(front));
      System.out.println("ready");
      System.out.println();
      System.out.println("  export KUBECONFIG=" + options.kubeconfig.toAbsolutePath());
      System.out.println("  kubectl api-resources");
      stop.await(0);
    }
    if (death.get() != null) {
      throw new CommandException("the API server failed: " + death.get());
    }
    return 0;
  }
}
