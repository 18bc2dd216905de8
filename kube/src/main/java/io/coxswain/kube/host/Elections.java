package io.coxswain.kube.host;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.kube.host.options.ElectionFlags;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.events.Events;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The leader elections of this instance, all with one identity. */
final class Elections {
  private final Env env;
  private final ElectionFlags flags;
  private final Metrics metrics;
  private final Events events;
  private final Client client;
  private final String identity;
  private final List<Candidate> candidates = new CopyOnWriteArrayList<>();

  private record Candidate(LeaseElection election, Task task) {}

  /**
   * @param rest only for leases, so that busy controllers cannot delay renewals
   */
  Elections(
      Env env, ElectionFlags flags, Rest rest, Events events, Metrics metrics, String hostName) {
    this.env = env;
    this.flags = flags;
    this.metrics = metrics;
    this.events = events;
    this.client = new CachedClient(rest, new Cache(env, rest));
    // The UUID distinguishes processes on one host.
    this.identity = hostName + "_" + env.entropy().derive("identity").uuid();
  }

  /**
   * Starts an election.
   *
   * @param won called once when this instance becomes leader; must not block
   * @param lost called once when it stops leading
   */
  void compete(String lease, Runnable won, Runnable lost) {
    ElectionOptions options =
        new ElectionOptions()
            .id(lease)
            .namespace(flags.resourceNamespace.get())
            .identity(identity)
            .timing(flags.lease.get(), flags.renewDeadline.get(), flags.retryPeriod.get())
            .releaseOnCancel();
    var election =
        new LeaseElection(
            env,
            client,
            options,
            events::recorder,
            leading -> metrics.leads(lease, leading),
            () -> metrics.tookSlowPath(lease));
    candidates.add(
        new Candidate(
            election, env.tasks().spawn("election " + lease, () -> election.run(won, lost))));
  }

  /** Fails if a lease is held but was not renewed within its duration plus the tolerance. */
  void check(Duration slack) {
    candidates.forEach(each -> each.election.check(slack));
  }

  /** Releases held leases, so that another instance can take over immediately. */
  void release(Duration atMost) throws CancelledException {
    candidates.forEach(each -> each.election.stop());
    for (Candidate each : candidates) {
      each.task.join(atMost);
    }
  }

  void cancel() {
    candidates.forEach(each -> each.task.cancel());
  }
}
