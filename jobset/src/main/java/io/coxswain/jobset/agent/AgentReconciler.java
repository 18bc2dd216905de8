package io.coxswain.jobset.agent;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.jobset.agent.AgentPlan.Step;
import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the JobSet and performs the planned steps. Its state is used by one worker. */
final class AgentReconciler implements Reconciler<ObjectKey> {
  private static final Logger log = LoggerFactory.getLogger(AgentProgram.class);

  private final Client client;
  private final AgentSettings settings;
  private final Barrier barrier;
  private final ExitDecision ending;
  private @Nullable Integer attempt;

  /** The UID of the JobSet that the attempt is one of; another of that name is none of ours. */
  private String announcedTo = "";

  private boolean up = true;

  AgentReconciler(Client client, AgentSettings settings, Barrier barrier, ExitDecision ending) {
    this.client = client;
    this.settings = settings;
    this.barrier = barrier;
    this.ending = ending;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    while (!ending.isSettled()) {
      Optional<JobSet> jobSet = observe(key);
      if (jobSet.isEmpty()) {
        break;
      }
      Step step = AgentPlan.next(jobSet.get(), attempt, up);
      if (step instanceof Step.Rest) {
        break;
      }
      apply(step, jobSet.get());
    }
    return Outcome.done();
  }

  /**
   * From the server itself until an attempt was announced: the first list may come from a cache of
   * the server and be older than what the agent before this one has acted on. An attempt taken from
   * that would be one that the others are in the middle of.
   */
  private Optional<JobSet> observe(ObjectKey key) throws ApiException {
    if (attempt == null && up) {
      return client.live().get(JobSet.class, key);
    }
    return client
        .get(JobSet.class, key)
        .filter(found -> attempt == null || found.getMetadata().getUid().equals(announcedTo));
  }

  private void apply(Step step, JobSet jobSet) throws ApiException {
    switch (step) {
      case Step.Announce announced -> {
        announce(announced.attempt());
        attempt = announced.attempt();
        announcedTo = jobSet.getMetadata().getUid();
        log.atInfo()
            .addKeyValue("pod", settings.pod())
            .addKeyValue("newPodInPlaceRestartAttempt", attempt)
            .log("successfully updated Pod in-place restart attempt annotation");
      }
      case Step.Lift _ -> {
        up = false;
        barrier.lift();
      }
      case Step.Restart _ -> {
        log.atInfo()
            .addKeyValue("attempt", attempt)
            .addKeyValue("exitCode", settings.restartCode())
            .log("exiting agent with in-place restart exit code to restart this Pod in-place");
        ending.with(settings.restartCode());
      }
      case Step.Rest _ -> {}
    }
  }

  private void announce(int number) throws ApiException {
    client
        .fieldOwner(AgentProgram.NAME)
        .apply(
            new PodBuilder()
                .withNewMetadata()
                .withNamespace(settings.pod().namespace())
                .withName(settings.pod().name())
                .addToAnnotations(Keys.IN_PLACE_RESTART_ATTEMPT, Integer.toString(number))
                .endMetadata()
                .build());
  }
}
