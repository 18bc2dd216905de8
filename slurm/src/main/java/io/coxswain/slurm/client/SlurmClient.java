package io.coxswain.slurm.client;

import io.coxswain.env.CancelledException;
import java.time.Instant;
import java.util.List;

/**
 * One Slurm cluster. Every result is complete or an exception: there are no partial lists.
 * Read-only calls are retried after a temporary failure; calls that change something never are
 * after a lost response, because they may have happened.
 */
public interface SlurmClient {

  /** All nodes, in the order Slurm lists them. */
  List<SlurmNode> nodes() throws SlurmException, CancelledException;

  /**
   * One node.
   *
   * @throws SlurmException of kind {@link SlurmException.Kind#NOT_FOUND} if Slurm reports that the
   *     node does not exist
   */
  SlurmNode node(String name) throws SlurmException, CancelledException;

  /** All jobs that the controller still knows, ended ones of the last minutes among them. */
  List<SlurmJob> jobs() throws SlurmException, CancelledException;

  /**
   * What accounting has about one job: one record per array task. Empty when it has none, which for
   * a young job only means that its record has not arrived yet.
   */
  List<SlurmJob> accountingJob(String id) throws SlurmException, CancelledException;

  /** The jobs of accounting that were there in the given time, steps left out. */
  List<SlurmJob> accountingJobs(String cluster, Instant from, Instant to)
      throws SlurmException, CancelledException;

  /** Changes a node. */
  void update(String node, NodeUpdate update) throws SlurmException, CancelledException;

  /** Makes the controller read its configuration again and notify all nodes. */
  void reconfigure() throws SlurmException, CancelledException;

  /**
   * Whether the daemons of nodes restart when notified of a new configuration, as they do since
   * Slurm 23.11; called after {@link #reconfigure}.
   */
  default boolean restartsNodesOnReconfigure() throws SlurmException, CancelledException {
    return true;
  }

  /** Asks Slurm to reboot nodes. */
  void reboot(NodeReboot reboot) throws SlurmException, CancelledException;

  /** The controller's own counters. */
  Diag diag() throws SlurmException, CancelledException;

  /** Returns when the controller responds. */
  void ping() throws SlurmException, CancelledException;
}
