package io.coxswain.apiserver.http;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Env;
import java.nio.file.Path;
import java.time.Duration;

/** Runs the server by itself, for replaying transcripts: arguments are the port and a file. */
final class ApiServerProgram {
  private ApiServerProgram() {}

  public static void main(String[] arguments) throws Exception {
    Env env = Env.production();
    try (var front =
        HttpsServer.start(
            env,
            ApiServer.create(env, ApiServerOptions.plain().withServiceAccounts()),
            Integer.parseInt(arguments[0]))) {
      front.writeKubeconfig(Path.of(arguments[1]));
      env.clock().sleep(Duration.ofDays(1));
    }
  }
}
