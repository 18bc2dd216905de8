package io.coxswain.slurm.cluster;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.api.slurm.SlurmClusterStatus;
import io.coxswain.env.Entropy;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.slurm.reconcile.GroupWriter;
import io.coxswain.slurm.reconcile.OwnedObjects;
import io.coxswain.slurm.reconcile.StatefulSetWriter;
import io.coxswain.slurm.reconcile.Steps;
import io.coxswain.slurm.render.ClusterRender;
import io.coxswain.slurm.render.Group;
import io.coxswain.slurm.render.config.NodeSetRefs;
import io.coxswain.slurm.values.ClusterValidation;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Names;
import io.coxswain.slurm.values.Platform;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One reconcile of a cluster: validate, populate the jail, write the components, report their
 * state.
 */
final class ClusterReconciler implements Reconciler<ObjectKey> {
  private static final Duration NEXT_LOOK = Duration.ofSeconds(10);

  /** As much as an event holds. */
  private static final int MAX_EVENT_LENGTH = 1024;

  private static final int MAX_MESSAGE_LENGTH = 32_768;

  private final Client client;
  private final Recorder recorder;
  private final Entropy entropy;
  private final Platform platform;
  private final String domain;
  private final StatefulSetWriter sets;
  private final OwnedObjects objects;
  private final JailFiller jail;
  private final Availability availability;

  ClusterReconciler(
      Client client,
      Recorder recorder,
      Entropy entropy,
      Platform platform,
      String domain,
      StatefulSetWriter sets) {
    this.client = client;
    this.recorder = recorder;
    this.entropy = entropy;
    this.platform = platform;
    this.domain = domain;
    this.sets = sets;
    this.objects = new OwnedObjects(client);
    this.jail = new JailFiller(client, objects);
    this.availability = new Availability(client, sets, platform);
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<SlurmCluster> found = client.get(SlurmCluster.class, key);
    if (found.isEmpty() || found.get().getMetadata().getDeletionTimestamp() != null) {
      return Outcome.done(); // what it owns is collected
    }
    SlurmCluster cluster = found.get();
    var status =
        new ClusterStatus(
            requireNonNullElse(cluster.getStatus(), new SlurmClusterStatus()), pass.now());
    ClusterValues values = values(key, cluster);
    List<String> problems = ClusterValidation.problems(values);
    if (!problems.isEmpty()) {
      return invalid(cluster, status, String.join("; ", problems));
    }
    status.clearComplaints();

    PopulateJailPlan filling;
    try {
      filling = jail.fill(cluster, values, status.toldMode());
    } catch (IllegalArgumentException e) {
      return failed(
          cluster,
          status,
          List.of(new Failure(ClusterStatus.POPULATE_JAIL, "populate jail: " + e.getMessage())));
    }
    if (!filling.goOn()) {
      availability.jail(values, status);
      write(cluster, status);
      return Outcome.after(NEXT_LOOK);
    }

    List<Failure> failures = components(cluster, values, status);
    availability.fillIn(values, status);
    if (!failures.isEmpty()) {
      return failed(cluster, status, failures);
    }
    write(cluster, status);
    return status.settled() && !filling.again() ? Outcome.done() : Outcome.after(NEXT_LOOK);
  }

  // ---- observe

  private ClusterValues values(ObjectKey key, SlurmCluster cluster) throws ApiException {
    return ClusterValues.of(
        cluster,
        client.list(NodeSet.class).in(key.namespace()).toList(),
        new Names(key.name(), key.namespace(), sets.workloadPrefix(key), domain),
        platform);
  }

  // ---- the components

  private List<Failure> components(
      SlurmCluster cluster, ClusterValues values, ClusterStatus status) {
    var writer = new GroupWriter(client, objects, entropy, cluster, null);
    var failures = new ArrayList<Failure>();
    for (Group group : ClusterRender.of(values).groups()) {
      Steps steps = writer.write(group);
      if (steps.failed()) {
        failures.add(new Failure(condition(group), group.name() + ": " + steps.message()));
      }
    }
    nodeSetRefs(cluster, values, status);
    keptTemplates(cluster, writer.keptTemplates(), status);
    return failures;
  }

  private void keptTemplates(SlurmCluster cluster, String kept, ClusterStatus status) {
    Optional<String> before = status.find(ClusterStatus.POD_TEMPLATES).map(Condition::getMessage);
    status.keptTemplates(kept);
    if (!kept.isEmpty() && !before.equals(Optional.of(kept))) {
      recorder.normal(cluster, "PodTemplatesKept", "%s", cut(kept));
    }
  }

  /**
   * The failure of a component.
   *
   * @param condition the condition that reports it
   */
  private record Failure(String condition, String message) {}

  private static String condition(Group group) {
    return switch (group.name()) {
      case "Accounting" -> ClusterStatus.ACCOUNTING;
      case "SConfigController" -> ClusterStatus.CONFIG_CONTROLLER;
      case "Controllers" -> ClusterStatus.CONTROLLERS;
      case "Login" -> ClusterStatus.LOGIN;
      case "REST" -> ClusterStatus.REST;
      case "Exporter" -> ClusterStatus.EXPORTER;
      default -> ClusterStatus.COMMON;
    };
  }

  private void nodeSetRefs(SlurmCluster cluster, ClusterValues values, ClusterStatus status) {
    NodeSetRefs refs = NodeSetRefs.of(values);
    Optional<Condition> before = status.find(ClusterStatus.NODE_SET_REFS);
    String complaint = refs.resolved() ? "" : refs.message(MAX_MESSAGE_LENGTH);
    status.nodeSetRefs(complaint);
    boolean news = !before.equals(status.find(ClusterStatus.NODE_SET_REFS));
    if (!complaint.isEmpty() && news) {
      recorder.warning(cluster, "IgnoredNodeSetRefs", "%s", refs.message(MAX_EVENT_LENGTH));
    }
  }

  // ---- what is wrong

  private Outcome invalid(SlurmCluster cluster, ClusterStatus status, String problems)
      throws ApiException {
    status.failed(ClusterStatus.SPEC_VALID, "InvalidSpec", problems);
    recorder.warning(cluster, "InvalidSpec", "%s", cut(problems));
    write(cluster, status);
    throw new ReconcileException("invalid SlurmCluster: " + problems);
  }

  /** Records the failures in the status, then retries the reconcile with backoff. */
  private Outcome failed(SlurmCluster cluster, ClusterStatus status, List<Failure> failures)
      throws ApiException {
    for (Failure failure : failures) {
      status.failed(failure.condition(), ClusterStatus.FAILED, failure.message());
      recorder.warning(cluster, ClusterStatus.FAILED, "%s", cut(failure.message()));
    }
    write(cluster, status);
    throw new ReconcileException(
        String.join("; ", failures.stream().map(Failure::message).toList()));
  }

  private static String cut(String message) {
    return message.length() <= MAX_EVENT_LENGTH ? message : message.substring(0, MAX_EVENT_LENGTH);
  }

  // ---- apply

  private void write(SlurmCluster cluster, ClusterStatus status) throws ApiException {
    SlurmClusterStatus wanted = status.result();
    client.patchStatus(cluster, copy -> copy.setStatus(wanted));
  }
}
