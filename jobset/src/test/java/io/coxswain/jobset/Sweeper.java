package io.coxswain.jobset;

import io.coxswain.api.jobset.JobSet;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Optional;

/**
 * Lets go of what is being deleted in the foreground, at once: a garbage collector for a world
 * without pods.
 */
final class Sweeper {
  private Sweeper() {}

  static void main(Env env) throws ManagerException {
    Manager manager = Manager.builder(env).name("sweeper").build();
    release(manager, Job.class);
    release(manager, JobSet.class);
    manager.run();
  }

  private static <T extends HasMetadata> void release(Manager manager, Class<T> type) {
    Client client = manager.client();
    manager
        .controller("sweep-" + type.getSimpleName())
        .kind(type)
        .watch(type, watch -> watch.self())
        .reconcile(
            (key, pass) -> {
              Optional<T> object = client.get(type, key);
              if (object.isPresent() && object.get().getMetadata().getDeletionTimestamp() != null) {
                client.patch(
                    object.get(),
                    o -> o.getMetadata().getFinalizers().remove("foregroundDeletion"));
              }
              return Outcome.done();
            });
  }
}
