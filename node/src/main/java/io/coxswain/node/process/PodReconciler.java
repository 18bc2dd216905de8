package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.node.allocation.NodeFacts;
import io.coxswain.node.allocation.PodAdmission;
import io.coxswain.node.allocation.Rejections;
import io.coxswain.node.logs.PodLogs;
import io.coxswain.node.network.PodNetwork;
import io.coxswain.node.pod.ContainerLife;
import io.coxswain.node.pod.PodLife;
import io.coxswain.node.pod.PodPlan;
import io.coxswain.node.pod.PodStatuses;
import io.coxswain.node.registry.NodeObjects;
import io.coxswain.node.registry.NodeProfile;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The life of a pod on these nodes. */
final class PodReconciler implements Reconciler<ObjectKey> {
  private final Env env;
  private final Client client;
  private final Recorder recorder;
  private final Path data;
  private final Predicate<Pod> isOurs;
  private final PodRuns runs;
  private final PodLogs logs;
  private final Addresses addresses;
  private final ContainerStarter starter;
  private final PodAdmission admission;
  private final NodeProfile profile;
  private final Consumer<String> notices;
  private final AtomicBoolean noticed = new AtomicBoolean();

  /**
   * @param profile of these nodes
   * @param notices for people at the console
   */
  PodReconciler(
      Env env,
      Client client,
      Recorder recorder,
      Path data,
      Predicate<Pod> isOurs,
      PodRuns runs,
      PodLogs logs,
      Addresses addresses,
      ContainerStarter starter,
      PodAdmission admission,
      NodeProfile profile,
      Consumer<String> notices) {
    this.env = env;
    this.client = client;
    this.recorder = recorder;
    this.data = data;
    this.isOurs = isOurs;
    this.runs = runs;
    this.logs = logs;
    this.addresses = addresses;
    this.starter = starter;
    this.admission = admission;
    this.profile = profile;
    this.notices = notices;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    if (runs.isClosed()) {
      return Outcome.done();
    }
    Pod pod = client.get(Pod.class, key).filter(isOurs).orElse(null);
    PodRun run = runs.find(key).orElse(null);
    if (run != null && (pod == null || !run.uid().equals(pod.getMetadata().getUid()))) {
      if (!run.killAll()) {
        return Outcome.done(); // the end of the last process calls for the next pass
      }
      forget(key, run, pass);
      run = null;
    }
    if (pod == null) {
      return Outcome.done();
    }
    try {
      return Rejections.isRejected(pod) ? finish(pod) : reconcile(key, pod, run, pass);
    } catch (ApiException.Conflict e) {
      return Outcome.again(); // the pod has changed since: look at it as it is now
    }
  }

  private Outcome reconcile(ObjectKey key, Pod desired, @Nullable PodRun known, Reconciliation pass)
      throws ApiException {
    PodAdmission.NodeLookup node = () -> node(desired.getSpec().getNodeName());
    if (known == null && !admission.admit(node, desired, pass.now())) {
      return Outcome.done();
    }
    PodRun run = known == null ? adopt(key, desired, pass) : known;
    PodLife decided = admission.update(node, desired, run.life(), pass.now());
    run.change(life -> life.with(decided.resources()));
    decided
        .condemned()
        .filter(_ -> run.life().condemned().isEmpty())
        .ifPresent(why -> run.change(l -> l.condemn(why.reason(), why.message(), why.since())));
    Pod pod = decided.resources().applyTo(desired);
    if (!run.refreshAt().isAfter(pass.now()) && run.life().anyRunning()) {
      starter.refresh(pod, run);
    }
    PodPlan plan = carryOut(pod, run, pass);
    if (plan.delete()) {
      admission.release(run.node(), run.uid());
    }
    Pod described = report(pod, run, pass);
    if (plan.delete()) {
      client.delete(described, Deletion.byDefault().grace(0));
    }
    return next(plan, run, pass).map(Outcome::after).orElseGet(Outcome::done);
  }

  private NodeFacts node(String name) throws ApiException {
    Node node = client.get(Node.class, ObjectKey.of(name)).orElse(null);
    return NodeFacts.of(node == null ? NodeObjects.node(name, profile) : node, profile);
  }

  /** A pod that was not admitted has nothing to stop. */
  private Outcome finish(Pod pod) throws ApiException {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      client.delete(pod, Deletion.byDefault().grace(0));
    }
    return Outcome.done();
  }

  /** The time of the next check: as planned, or earlier to refresh volumes. */
  private static Optional<Duration> next(PodPlan plan, PodRun run, Reconciliation pass) {
    if (run.refreshAt().equals(Instant.MAX) || !run.life().anyRunning()) {
      return plan.lookAgain();
    }
    Duration refresh = Duration.between(pass.now(), run.refreshAt());
    return plan.lookAgain()
        .filter(look -> look.compareTo(refresh) < 0)
        .or(() -> Optional.of(refresh.isPositive() ? refresh : Duration.ofSeconds(1)));
  }

  private PodRun adopt(ObjectKey key, Pod pod, Reconciliation pass) {
    String uid = pod.getMetadata().getUid();
    Path directory = data.resolve("pods").resolve(key.namespace() + "_" + key.name() + "_" + uid);
    var run =
        new PodRun(uid, pod.getSpec().getNodeName(), directory, PodLife.adopt(pod, pass.now()));
    runs.put(key, run);
    logs.add(key, directory.resolve("logs"));
    if (pod.getStatus() == null || pod.getStatus().getStartTime() == null) {
      reportIgnored(pod);
    }
    return run;
  }

  /** Reports once per pod, and once on the console, which settings have no effect here. */
  private void reportIgnored(Pod pod) {
    SequencedSet<String> ignored = IgnoredSettings.of(pod);
    if (ignored.isEmpty()) {
      return;
    }
    String message =
        "process nodes run containers as local processes without isolation; ignored: "
            + String.join(", ", ignored);
    if (ignored.getFirst().equals(IgnoredSettings.IMAGE)) {
      recorder.normal(pod, "IsolationIgnored", "%s", message);
    } else {
      recorder.warning(pod, "IsolationIgnored", "%s", message);
    }
    if (noticed.compareAndSet(false, true)) {
      ObjectKey key = ObjectKey.of(pod);
      notices.accept(
          message + " (pod " + key + "; each pod's IsolationIgnored event names what it asks for)");
    }
  }

  /** The object and its processes no longer exist: nothing is left to report. */
  private void forget(ObjectKey key, PodRun run, Reconciliation pass) {
    runs.remove(key);
    admission.release(run.node(), run.uid());
    logs.remove(key, run.directory().resolve("logs"));
    try {
      env.files().delete(run.directory());
      env.files().delete(ContainerDirectories.temporary(data, run.uid()));
    } catch (IOException e) {
      pass.log()
          .atWarn()
          .addKeyValue("path", run.directory())
          .addKeyValue("err", e.getMessage())
          .log("Failed to remove directory of deleted pod");
    }
  }

  private PodPlan carryOut(Pod pod, PodRun run, Reconciliation pass) throws ApiException {
    PodPlan plan = PodPlan.of(pod, run.life(), pass.now());
    for (PodPlan.Step step : plan.steps()) {
      switch (step) {
        case PodPlan.Start(var container) -> {
          starter.start(pod, container, run);
          if (run.life().container(container.getName()).isRunning()) {
            recorder.normal(pod, "Started", "Started container %s", container.getName());
            reportTarget(pod, container.getName());
          }
        }
        case PodPlan.Stop(var container, var killAt) -> {
          recorder.normal(pod, "Killing", "Stopping container %s", container);
          starter.stop(pod, container, run, killAt);
        }
        case PodPlan.Restart(var container, var killAt) -> {
          admission.restarting(pod, container);
          run.change(container, ContainerLife::resizing);
          starter.stop(pod, container, run, killAt);
        }
        case PodPlan.Resize(var container) -> {
          recorder.normal(
              pod,
              "IsolationIgnored",
              "process nodes do not limit processes; the resize of container %s has no effect on"
                  + " it",
              container);
          run.change(life -> life.resized(container));
        }
        case PodPlan.CompleteResize(var generation) -> {
          run.change(PodLife::resizeCompleted);
          admission.resized(pod, generation);
        }
        case PodPlan.Kill(var container) -> run.kill(container);
        case PodPlan.Condemn(var reason, var message) -> {
          recorder.warning(pod, reason, "%s", message);
          run.change(life -> life.condemn(reason, message, pass.now()));
          return carryOut(pod, run, pass);
        }
      }
    }
    return plan.steps().stream().anyMatch(PodPlan.Resize.class::isInstance)
        ? carryOut(pod, run, pass) // complete, unless other containers restart
        : plan;
  }

  /** An ephemeral container cannot join the namespaces of another container that has none. */
  private void reportTarget(Pod pod, String container) {
    pod.getSpec().getEphemeralContainers().stream()
        .filter(c -> c.getName().equals(container) && c.getTargetContainerName() != null)
        .filter(c -> !c.getTargetContainerName().isEmpty())
        .forEach(
            c ->
                recorder.normal(
                    pod,
                    "IsolationIgnored",
                    "process nodes have no namespaces of containers; ephemeral container %s sees"
                        + " all processes, not only those of its target %s",
                    container,
                    c.getTargetContainerName()));
  }

  private Pod report(Pod pod, PodRun run, Reconciliation pass) throws ApiException {
    PodLife life = run.life();
    try {
      Pod written =
          client.patchStatus(
              pod,
              p -> {
                PodStatuses.describe(p, life, PodNetwork.NODE, addresses.of(p), pass.now());
                if (PodPlan.hasEnded(p)) {
                  admission.release(run.node(), run.uid());
                }
              });
      written.getStatus().getContainerStatuses().forEach(now -> warn(pod, now));
      written.getStatus().getInitContainerStatuses().forEach(now -> warn(pod, now));
      written.getStatus().getEphemeralContainerStatuses().forEach(now -> warn(pod, now));
      return written;
    } catch (ApiException.NotFound e) {
      return pod; // deleted meanwhile; its event calls for the next pass
    }
  }

  /**
   * Emits an event for a container that has just started to wait for a reason that users should
   * see.
   */
  private void warn(Pod before, ContainerStatus now) {
    String reason = waitingReason(now);
    if (reason == null || reason.equals(previousReason(before, now.getName()))) {
      return;
    }
    switch (reason) {
      case "PodInitializing", "ContainerCreating" -> {
        String message = now.getState().getWaiting().getMessage();
        if (message != null) {
          recorder.warning(before, "FailedMount", "%s", message);
        }
      }
      case "CrashLoopBackOff" ->
          recorder.warning(
              before,
              "BackOff",
              "Back-off restarting failed container %s in pod %s_%s(%s)",
              now.getName(),
              before.getMetadata().getName(),
              before.getMetadata().getNamespace(),
              before.getMetadata().getUid());
      default ->
          recorder.warning(before, "Failed", "Error: %s", now.getState().getWaiting().getMessage());
    }
  }

  private static @Nullable String previousReason(Pod before, String container) {
    if (before.getStatus() == null) {
      return null;
    }
    Optional<ContainerStatus> old =
        Stream.of(
                before.getStatus().getInitContainerStatuses(),
                before.getStatus().getContainerStatuses(),
                before.getStatus().getEphemeralContainerStatuses())
            .flatMap(List::stream)
            .filter(s -> s.getName().equals(container))
            .findFirst();
    return old.isEmpty() ? null : waitingReason(old.get());
  }

  private static @Nullable String waitingReason(ContainerStatus status) {
    return status.getState() == null || status.getState().getWaiting() == null
        ? null
        : status.getState().getWaiting().getReason();
  }
}
