package io.coxswain.kube.host;

import io.coxswain.kube.host.clients.Connection;
import io.coxswain.runtime.transport.KubeconfigException;
import java.util.Optional;

/** Finds API servers. */
public interface Connector {
  /**
   * The server that the controllers work on.
   *
   * @param master its address, before what the file says; empty for none
   * @param kubeconfig a file; empty for the service account of the pod
   */
  Connection main(String master, String kubeconfig) throws KubeconfigException;

  /**
   * The server that is asked who somebody is and what they may.
   *
   * @param kubeconfig a file; empty for the service account of the pod, if there is one
   */
  Optional<Connection> delegate(String kubeconfig) throws KubeconfigException;
}
