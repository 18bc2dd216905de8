package io.coxswain.slurm.clients;

import io.coxswain.api.ObjectKey;
import io.coxswain.slurm.client.SlurmClient;
import java.net.URI;

/** Makes a client of a cluster; does not talk to it yet. */
@FunctionalInterface
public interface SlurmConnector {
  SlurmClient connect(ObjectKey cluster, URI address);
}
