package io.coxswain.kube.host;

import io.coxswain.kube.host.clients.Connection;
import io.coxswain.runtime.transport.KubeconfigException;
import java.util.Optional;

/** Creates connections to API servers. */
public interface Connector {
  /**
   * The API server of the controllers.
   *
   * @param master its address, which overrides the file; empty for none
   * @param kubeconfig a file; empty for the service account of the pod
   */
  Connection main(String master, String kubeconfig) throws KubeconfigException;

  /**
   * The API server for TokenReviews and SubjectAccessReviews.
   *
   * @param kubeconfig a file; empty for the service account of the pod, if there is one
   */
  Optional<Connection> delegate(String kubeconfig) throws KubeconfigException;
}
