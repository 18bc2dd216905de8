package io.coxswain.cli;

import io.coxswain.env.Files;
import io.coxswain.kube.host.Connector;
import io.coxswain.kube.host.clients.Connection;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.coxswain.runtime.transport.KubeconfigException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds API servers by kubeconfig files and, without one, by the service account of the pod. The
 * variable KUBECONFIG and the home directory are ignored, as by the programs of Kubernetes itself.
 */
final class KubeconfigConnector implements Connector {
  private final Files files;
  private final SortedMap<String, String> environment;

  KubeconfigConnector(Files files, SortedMap<String, String> environment) {
    this.files = files;
    this.environment = new TreeMap<>(environment);
    this.environment.remove("KUBECONFIG");
    this.environment.put("HOME", "/nonexistent");
  }

  @Override
  public Connection main(String master, String kubeconfig) throws KubeconfigException {
    if (kubeconfig.isEmpty() && master.isEmpty() && !isInCluster()) {
      throw new KubeconfigException(
          "unable to load in-cluster configuration: not running in a pod with a service account;"
              + " specify --kubeconfig or --master");
    }
    return connect(source(kubeconfig).server(master));
  }

  @Override
  public Optional<Connection> delegate(String kubeconfig) throws KubeconfigException {
    return kubeconfig.isEmpty() && !isInCluster()
        ? Optional.empty()
        : Optional.of(connect(source(kubeconfig)));
  }

  private boolean isInCluster() {
    return environment.containsKey("KUBERNETES_SERVICE_HOST");
  }

  private Kubeconfig source(String kubeconfig) {
    return new Kubeconfig(files, environment, kubeconfig, null);
  }

  private static Connection connect(Kubeconfig source) throws KubeconfigException {
    HttpTransport own = HttpTransport.to(source);
    return new Connection(
        own.server().replaceFirst("^https?://", ""),
        source.authority(),
        own,
        HttpTransport.anonymous(source));
  }
}
