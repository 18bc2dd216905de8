package io.coxswain.cli;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsFront;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the API server is and who may find it. */
final class ServerOptions {
  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Port of the API server on 127.0.0.1; 0 for any free one (default).")
  int port;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      defaultValue = ".coxswain/kubeconfig",
      description = "Where to write how to reach it (default: ${DEFAULT-VALUE}).")
  Path kubeconfig = Path.of(".coxswain/kubeconfig");

  /** Lets the server listen, and says where in the kubeconfig. */
  HttpsFront open(Env env, ApiServer server) {
    try {
      HttpsFront front = HttpsFront.start(env, server, port);
      front.writeKubeconfig(kubeconfig);
      return front;
    } catch (IOException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
  }

  String describe(HttpsFront front) {
    return front.url() + ", kubeconfig " + kubeconfig;
  }
}
