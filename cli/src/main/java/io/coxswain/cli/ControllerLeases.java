package io.coxswain.cli;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Holds the leader election leases of the controller managers that run inside an embedded cluster,
 * so that a second manager that is started against the same API server waits as a standby.
 *
 * <p>The holder identity is fixed: the store has a single owner at a time, so a lease with this
 * identity was left by an earlier process and is renewed immediately. Each manager starts when its
 * lease is acquired. On a new store this takes one write.
 *
 * <p>Used by one task; the elections run in their own tasks.
 */
final class ControllerLeases {
  static final String IDENTITY = "coxswain-embedded";

  private final Env env;
  private final Client client;
  private final Consumer<String> onLost;
  private final List<Holder> holders = new ArrayList<>();

  /**
   * @param onLost called with a message when another program has taken a lease
   */
  ControllerLeases(Env env, Client client, Consumer<String> onLost) {
    this.env = env;
    this.client = client;
    this.onLost = onLost;
  }

  /** Starts the manager as soon as this process holds its lease. */
  void start(ControllerProgram program, Runnable manager) throws ApiException {
    ensureNamespace(program.lease().namespace());
    holders.add(new Holder(program, manager));
  }

  private void ensureNamespace(String name) throws ApiException {
    if (client.get(Namespace.class, ObjectKey.of(name)).isEmpty()) {
      client.create(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build());
    }
  }

  /** Releases the leases, so that a standby takes over without waiting for them to expire. */
  void release(Duration atMost) throws CancelledException {
    holders.forEach(Holder::stop);
    for (Holder holder : holders) {
      if (!holder.task.join(atMost)) {
        holder.task.cancel();
      }
    }
  }

  /**
   * Acquires one lease and keeps it. A late renewal, for example after the host was suspended, is
   * harmless as long as no other program has taken the lease: it is acquired again and the manager
   * keeps running.
   */
  private final class Holder {
    private final ControllerProgram program;
    private final Runnable manager;
    private final Task task;
    private volatile LeaseElection election;
    private volatile boolean stopping;
    private boolean started;

    Holder(ControllerProgram program, Runnable manager) {
      this.program = program;
      this.manager = manager;
      this.election = newElection(program.lease());
      this.task = env.tasks().spawn("lease " + program, this::run);
    }

    private void run() throws CancelledException {
      while (true) {
        election.run(this::startManager, () -> {});
        if (stopping) {
          return;
        }
        if (isHeldByAnother()) {
          onLost.accept(
              "lost lease %s: another %s is running; start 'coxswain up' with --no-controllers=%s to use it"
                  .formatted(program.lease(), program, program));
          return;
        }
        election = newElection(program.lease());
      }
    }

    private void startManager() {
      if (!started) {
        started = true;
        manager.run();
      }
    }

    private boolean isHeldByAnother() throws CancelledException {
      try {
        return client
            .get(Lease.class, program.lease())
            .map(lease -> lease.getSpec().getHolderIdentity())
            .filter(holder -> !holder.isEmpty() && !holder.equals(IDENTITY))
            .isPresent();
      } catch (ApiException e) {
        return false; // the next election notices
      }
    }

    void stop() {
      stopping = true;
      election.stop();
    }
  }

  private LeaseElection newElection(ObjectKey lease) {
    var options =
        new ElectionOptions()
            .id(lease.name())
            .namespace(lease.namespace())
            .identity(IDENTITY)
            .releaseOnCancel();
    return new LeaseElection(env, client, options, _ -> NO_EVENTS, _ -> {}, () -> {});
  }

  /** The store has one holder for its whole life, so there is nothing to report. */
  private static final Recorder NO_EVENTS =
      new Recorder() {
        @Override
        public void normal(HasMetadata about, String reason, String message, Object... values) {}

        @Override
        public void warning(HasMetadata about, String reason, String message, Object... values) {}
      };
}
