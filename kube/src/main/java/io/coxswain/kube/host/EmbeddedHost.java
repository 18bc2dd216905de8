package io.coxswain.kube.host;

import io.coxswain.env.Env;
import io.coxswain.kube.host.clients.Connection;
import io.coxswain.kube.host.shared.Listener;
import io.coxswain.kube.host.shared.Logging;
import java.util.List;
import java.util.Optional;

/** The program as a part of another: the server is at hand, logs and ports are not its own. */
final class EmbeddedHost {
  /** What is different from a program of its own, unless flags say otherwise. */
  static final List<String> FLAGS =
      List.of("--leader-elect=false", "--secure-port=0", "--kube-api-qps=-1");

  private EmbeddedHost() {}

  static HostDependencies in(Env env) {
    var here = new Connection("kubernetes", "", env.api(), env.api());
    return new HostDependencies(
        env,
        new Connector() {
          @Override
          public Connection main(String master, String kubeconfig) {
            return here;
          }

          @Override
          public Optional<Connection> delegate(String kubeconfig) {
            return Optional.of(here);
          }
        },
        Listener.SOCKETS,
        Console.SILENT,
        Logging.shared(),
        "localhost");
  }
}
