package io.coxswain.slurm.clients;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Reader;
import io.coxswain.slurm.client.RestSlurmClient;
import io.coxswain.slurm.client.SecretSigningKey;
import io.coxswain.slurm.client.SignedTokens;
import io.coxswain.slurm.client.SlurmClient;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Clients of slurmrestd that show tokens signed with the key of their cluster.
 *
 * @param scontrol for what an older slurmrestd cannot do
 */
public record RestConnector(Env env, Reader client, Optional<LocalScontrol> scontrol)
    implements SlurmConnector {
  private static final String USER = "root";

  @Override
  public SlurmClient connect(ObjectKey cluster, URI address) {
    var key = new SecretSigningKey(client, env.clock(), cluster);
    var tokens = new SignedTokens(env.clock(), env.entropy().derive("slurm tokens"), key, USER);
    return RestSlurmClient.of(
        env,
        address.toString(),
        USER,
        tokens,
        OptionalInt.empty(),
        scontrol.flatMap(local -> local.of(env, cluster)));
  }
}
