package io.coxswain.kube.host;

import io.coxswain.env.Env;
import io.coxswain.kube.host.clients.Connection;
import io.coxswain.kube.host.shared.Listener;
import io.coxswain.kube.host.shared.Logging;
import java.util.List;
import java.util.Optional;

/** Dependencies and flags of a kube-controller-manager that runs inside another program. */
final class EmbeddedHost {
  /** Defaults that differ from those of a separate process; flags override them. */
  static final List<String> FLAGS =
      List.of(
          "--leader-elect=false",
          "--secure-port=0",
          "--kube-api-qps=-1",
          "--kube-api-content-type=application/json");

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
