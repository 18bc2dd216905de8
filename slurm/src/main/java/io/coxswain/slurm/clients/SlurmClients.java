package io.coxswain.slurm.clients;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeContainer;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.slurm.client.SlurmClient;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** One client for each SlurmCluster. Holds no more clients than there are clusters. */
public final class SlurmClients {
  private static final int REST_PORT = 6820;

  private final Reader client;
  private final SlurmConnector connector;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<ObjectKey, Entry> entries = new TreeMap<>();

  /**
   * @param uid of the object it was made for: another one of the same name is another cluster
   */
  private record Entry(String uid, URI address, SlurmClient client) {}

  public SlurmClients(Reader client, SlurmConnector connector) {
    this.client = client;
    this.connector = connector;
  }

  /** The clusters there are. */
  public List<ObjectKey> clusters() throws ApiException {
    return client.list(SlurmCluster.class).keys();
  }

  /** The client of a cluster; empty when there is no such SlurmCluster. */
  public Optional<SlurmClient> find(ObjectKey cluster) throws ApiException {
    Optional<SlurmCluster> found = client.get(SlurmCluster.class, cluster);
    if (found.isEmpty()) {
      forget(cluster);
      return Optional.empty();
    }
    String uid = found.get().getMetadata().getUid();
    URI address = address(found.get());
    lock.lock();
    try {
      Entry entry = entries.get(cluster);
      if (entry == null || !entry.uid.equals(uid) || !entry.address.equals(address)) {
        entry = new Entry(uid, address, connector.connect(cluster, address));
        entries.put(cluster, entry);
      }
      return Optional.of(entry.client);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Like {@link #find}, for a reconcile that requires the client.
   *
   * @throws ReconcileException if the cluster does not exist
   */
  public SlurmClient get(ObjectKey cluster) throws ApiException {
    return find(cluster)
        .orElseThrow(() -> new ReconcileException("slurm cluster " + cluster + " not found"));
  }

  void forget(ObjectKey cluster) {
    lock.lock();
    try {
      entries.remove(cluster);
    } finally {
      lock.unlock();
    }
  }

  /** Where slurmrestd of the cluster listens. */
  static URI address(SlurmCluster cluster) {
    NodeContainer rest = cluster.getSpec().getSlurmNodes().getRest().getRest();
    Integer port = rest == null ? null : rest.getPort();
    return URI.create(
        "http://%s-rest-svc.%s:%d"
            .formatted(
                cluster.getMetadata().getName(),
                cluster.getMetadata().getNamespace(),
                port == null || port == 0 ? REST_PORT : port));
  }
}
