package io.coxswain.slurm.checks.activecheck;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.ActiveCheckSpec;
import io.coxswain.api.slurm.ActiveCheckStatus;
import io.coxswain.api.slurm.CheckContainer;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.api.slurm.SlurmJobSpec;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.Finalizers;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.slurm.reconcile.OwnedObjects;
import io.coxswain.slurm.render.ActiveCheckRender;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplate;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sets up one active check, or takes it down. */
final class ActiveCheckReconciler implements Reconciler<ObjectKey> {
  private static final String FINALIZER = "slurm.nebius.ai/activecheck-finalizer";

  private final Client client;
  private final Recorder events;
  private final OwnedObjects objects;
  private final Finalizers<ActiveCheck> finalizers;
  private final Duration retry;

  ActiveCheckReconciler(Client client, Recorder events, Duration retry) {
    this.client = client;
    this.events = events;
    this.objects = new OwnedObjects(client);
    this.finalizers = new Finalizers<ActiveCheck>().register(FINALIZER, this::takeDown);
    this.retry = retry;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<ActiveCheck> found = client.get(ActiveCheck.class, key);
    if (found.isEmpty()) {
      return Outcome.done();
    }
    ActiveCheck check = finalizers.settle(client, found.get());
    if (check.getMetadata().getDeletionTimestamp() != null) {
      return Outcome.done();
    }
    ObjectKey clusterKey = ObjectKey.of(key.namespace(), check.getSpec().getSlurmClusterRefName());
    Optional<SlurmCluster> cluster = client.get(SlurmCluster.class, clusterKey);
    Readiness readiness =
        cluster.isEmpty()
            ? Readiness.wrong(
                "SlurmClusterNotFound",
                "spec.slurmClusterRefName: there is no SlurmCluster " + clusterKey)
            : setUp(check, cluster.get());
    writeStatus(check, readiness, pass);
    if (readiness.error()) {
      throw new ReconcileException(readiness.message());
    }
    return readiness.ready() ? Outcome.done() : Outcome.after(retry);
  }

  private Readiness setUp(ActiveCheck check, SlurmCluster cluster) throws ApiException {
    var others = new TreeMap<String, Optional<ActiveCheck>>();
    for (String name : check.getSpec().getDependsOn()) {
      others.put(name, find(check, ActiveCheck.class, name));
    }
    Readiness readiness =
        Readiness.of(check, cluster, name -> others.getOrDefault(name, Optional.empty()));
    if (!readiness.ready()) {
      return readiness;
    }
    Readiness usable = usable(check);
    if (!usable.ready()) {
      return usable;
    }
    String script = slurm(check).getSbatchScript();
    if (script != null) {
      objects.ensure(cluster, ActiveCheckRender.inlineScript(check, script));
    }
    CronJob cronJob;
    try {
      cronJob = objects.ensure(cluster, ActiveCheckRender.cronJob(check, podTemplate(check)));
    } catch (ApiException.Invalid e) {
      return Readiness.wrong("InvalidCronJob", "its CronJob is refused: " + e.getMessage());
    }
    runOnce(check, cronJob);
    return Readiness.READY;
  }

  // ---- what has to be there -------------------------------------------------------------------

  private Readiness usable(ActiveCheck check) throws ApiException {
    ActiveCheckSpec spec = check.getSpec();
    boolean bySlurm = "slurmJob".equals(spec.getCheckType());
    String field = bySlurm ? "spec.slurmJobSpec" : "spec.k8sJobSpec";
    CheckContainer main =
        bySlurm
            ? slurm(check).getJobContainer()
            : spec.getK8sJobSpec() == null ? null : spec.getK8sJobSpec().getJobContainer();
    if (main == null || main.getImage() == null || main.getImage().isEmpty()) {
      return Readiness.wrong(
          "InvalidSpec", field + ".jobContainer.image: required for " + spec.getCheckType());
    }
    String template = spec.getPodTemplateNameRef();
    if (template != null && podTemplate(check).isEmpty()) {
      return Readiness.wrong(
          "PodTemplateNotFound",
          "spec.podTemplateNameRef: there is no PodTemplate %s in %s"
              .formatted(template, check.getMetadata().getNamespace()));
    }
    if (!bySlurm) {
      String script = spec.getK8sJobSpec() == null ? null : spec.getK8sJobSpec().getScriptRefName();
      return script == null
          ? Readiness.READY
          : script(check, field + ".scriptRefName", script, ActiveCheckRender.SCRIPT_KEY);
    }
    String script = slurm(check).getSbatchScriptRefName();
    if (script != null) {
      return script(check, field + ".sbatchScriptRefName", script, ActiveCheckRender.SBATCH_KEY);
    }
    return slurm(check).getSbatchScript() == null
        ? Readiness.wrong(
            "InvalidSpec", field + ": one of sbatchScript and sbatchScriptRefName is required")
        : Readiness.READY;
  }

  private Readiness script(ActiveCheck check, String field, String name, String key)
      throws ApiException {
    Optional<ConfigMap> script = find(check, ConfigMap.class, name);
    if (script.isEmpty()) {
      return Readiness.wrong(
          "ConfigMapNotFound",
          "%s: there is no ConfigMap %s in %s"
              .formatted(field, name, check.getMetadata().getNamespace()));
    }
    return script.get().getData() == null || !script.get().getData().containsKey(key)
        ? Readiness.wrong(
            "ConfigMapNotFound", "%s: ConfigMap %s has no key %s".formatted(field, name, key))
        : Readiness.READY;
  }

  /** Read too rarely to justify a watch. */
  private Optional<PodTemplate> podTemplate(ActiveCheck check) throws ApiException {
    String name = check.getSpec().getPodTemplateNameRef();
    return name == null
        ? Optional.empty()
        : client
            .live()
            .get(PodTemplate.class, ObjectKey.of(check.getMetadata().getNamespace(), name));
  }

  private static SlurmJobSpec slurm(ActiveCheck check) {
    SlurmJobSpec spec = check.getSpec().getSlurmJobSpec();
    return spec == null ? new SlurmJobSpec() : spec;
  }

  // ---- the first run --------------------------------------------------------------------------

  /** Checks by Slurm report their runs in another place than others: both are considered. */
  private void runOnce(ActiveCheck check, CronJob cronJob) throws ApiException {
    if (Boolean.FALSE.equals(check.getSpec().getRunAfterCreation())
        || hasRun(check.getStatus())
        || find(check, Job.class, ActiveCheckRender.initialRunName(check)).isPresent()) {
      return;
    }
    Job job = ActiveCheckRender.initialRun(check, cronJob);
    Owners.control(cronJob, job);
    try {
      client.create(job);
    } catch (ApiException.AlreadyExists e) {
      // it is under way
    }
  }

  private static boolean hasRun(@Nullable ActiveCheckStatus status) {
    return status != null
        && ((status.getK8sJobsStatus() != null
                && status.getK8sJobsStatus().getLastTransitionTime() != null)
            || (status.getSlurmJobsStatus() != null
                && status.getSlurmJobsStatus().getLastTransitionTime() != null));
  }

  // ---- the end --------------------------------------------------------------------------------

  private void takeDown(ActiveCheck check) throws ApiException {
    Optional<CronJob> cronJob = find(check, CronJob.class, check.getMetadata().getName());
    if (cronJob.isPresent()) {
      client.delete(cronJob.get(), Deletion.background());
    }
    if (slurm(check).getSbatchScript() != null) {
      Optional<ConfigMap> script =
          find(check, ConfigMap.class, ActiveCheckRender.inlineScriptName(check));
      if (script.isPresent()) {
        client.delete(script.get(), Deletion.background());
      }
    }
  }

  // ---- telling --------------------------------------------------------------------------------

  private void writeStatus(ActiveCheck check, Readiness readiness, Reconciliation pass)
      throws ApiException {
    if (ReadyCondition.says(check, readiness)) {
      return;
    }
    if (readiness.error()) {
      events.warning(check, readiness.reason(), "%s", readiness.message());
    }
    var _ =
        client.patchStatus(check, changed -> ReadyCondition.write(changed, readiness, pass.now()));
  }

  private <T extends HasMetadata> Optional<T> find(ActiveCheck check, Class<T> type, String name)
      throws ApiException {
    return client.get(type, ObjectKey.of(check.getMetadata().getNamespace(), name));
  }
}
