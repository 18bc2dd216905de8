package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.controller.ControllerLog;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciliation;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The lines of upstream about starting and stopping controllers and about failed reconciles, by the
 * names of work queues. Failures of a queue without an entry are logged as {@link
 * ControllerLog#STANDARD} does.
 */
public final class KubeControllerLog implements ControllerLog {
  private static final String GARBAGE = "garbage_collector_attempt_to_delete";

  private final Map<String, Lines> byQueue = new TreeMap<>();

  /** Logs a failed reconcile. */
  @FunctionalInterface
  private interface Failure {
    void log(Klog log, boolean expected, Object key, Exception e);
  }

  /** A message with alternating keys and values. */
  private record Line(int verbosity, String message, @Nullable Object... pairs) {
    void write(Klog log) {
      log.info(verbosity, message, pairs);
    }
  }

  /**
   * The lines of one queue.
   *
   * @param starting null for the second and further queues of a controller
   */
  private record Lines(
      Klog log, @Nullable Line starting, @Nullable Line stopping, @Nullable Failure failure) {}

  public KubeControllerLog() {
    workloads();
    nodes();
    services();
    volumes();
    security();
    cluster();
  }

  private void workloads() {
    add("job", "job-controller", "job controller", unhandled("syncing job: %2$s"));
    also("job_orphan_pod", "job-controller", unhandled("Error syncing orphan pod: %2$s"));
    add(
        "cronjob",
        "cronjob-controller",
        "cronjob controller v2",
        unhandled("error syncing CronJobController %s, requeuing: %s"));
    add(
        "daemonset",
        "daemonset-controller",
        "daemon sets controller",
        unhandled("%s failed with : %s"));
    also("daemonset-node-updates", "daemonset-controller", unhandled("%s failed with : %s"));
    add(
        "deployment",
        "deployment-controller",
        new Line(0, "Starting controller", "controller", "deployment"),
        new Line(0, "Shutting down controller", "controller", "deployment"),
        info(2, "Error syncing deployment", "deployment"));
    for (String kind : new String[] {"replicaset", "replicationcontroller"}) {
      add(
          kind.equals("replicaset") ? kind : "replicationmanager",
          kind + "-controller",
          new Line(0, "Starting controller", "name", kind),
          new Line(0, "Shutting down controller", "name", kind),
          unhandled("sync \"%s\" failed with %s"));
    }
    add(
        "statefulset",
        "statefulset-controller",
        new Line(0, "Starting stateful set controller"),
        new Line(0, "Shutting down statefulset controller"),
        handled("Error syncing StatefulSet, requeuing", "key"));
    add(
        "ttl_jobs_to_delete",
        "ttl-after-finished-controller",
        "TTL after finished controller",
        unhandled("error cleaning up Job %s, will retry: %s"));
    add(
        "disruption",
        "disruption-controller",
        "disruption controller",
        handled("Error syncing PodDisruptionBudget, requeuing", "key"));
    also(
        "stale_pod_disruption",
        "disruption-controller",
        unhandled("error syncing Pod %s to clear DisruptionTarget condition, requeueing: %s"));
    add(
        "horizontalpodautoscaler",
        "horizontal-pod-autoscaler-controller",
        "HPA controller",
        unhandled("%2$s"));
    add(
        "resource_claim",
        "resourceclaim-controller",
        "resource claim controller",
        handled("Work item failed", "item"));
  }

  private void nodes() {
    add(
        "node_lifecycle_controller",
        "node-lifecycle-controller",
        "node controller",
        handledAs("Failed to taint NoSchedule on node, requeue it", "node"));
    also(
        "node_lifecycle_controller_monitor",
        "node-lifecycle-controller",
        (log, expected, key, e) -> log.error(e, "Error monitoring node health"));
    String eviction = "taint-eviction-controller";
    add(
        "noexec_taint_pod",
        eviction,
        new Line(0, "Starting", "controller", eviction),
        new Line(0, "Shutting down controller", "controller", eviction),
        handledAs("TaintEvictionController: timed worker failed", "pod"));
    String devices = "device-taint-eviction-controller";
    add(
        devices,
        devices,
        new Line(0, "Starting", "controller", devices),
        new Line(0, "Shut down controller", "controller", devices),
        info(3, "Processing work item failed, will retry", "item"));
    add("orphaned_pods_nodes", "pod-garbage-collector-controller", "GC controller", null);
    add("ttlcontroller", "ttl-controller", "TTL controller", unhandled("%2$s"));
    add(
        "cidrallocator_node",
        "node-ipam-controller",
        "ipam controller",
        handled("Error processing node work item", "node"));
  }

  private void services() {
    add(
        "endpoint",
        "endpoints-controller",
        "endpoint controller",
        info(2, "Error syncing endpoints, retrying", "service"));
    add(
        "endpoint_slice",
        "endpointslice-controller",
        "endpoint slice controller",
        info(0, "Error syncing endpoint slices for service, retrying", "key"));
    add(
        "endpoint_slice_mirroring",
        "endpointslice-mirroring-controller",
        "EndpointSliceMirroring controller",
        info(0, "Error mirroring EndpointSlices for Endpoints, retrying", "key"));
    String cidrs = "service-cidr-controller";
    add(
        "ipaddresses",
        cidrs,
        new Line(0, "Starting", "controller", cidrs),
        new Line(0, "Shutting down", "controller", cidrs),
        info(2, "Error syncing ServiceCIDR, retrying", "ServiceCIDR"));
  }

  private void volumes() {
    String binder = "persistentvolume-binder-controller";
    add(
        "claims",
        binder,
        "persistent volume controller",
        (log, expected, key, e) -> {
          if (expected) {
            log.info(3, "Could not sync claim", "PVC", key, "err", e.getMessage());
          } else {
            log.error(e, "Could not sync volume", "PVC", key);
          }
        });
    also(
        "volumes",
        binder,
        (log, expected, key, e) -> {
          if (expected) {
            log.info(3, "Could not sync volume", "volumeName", key, "err", e.getMessage());
          } else {
            log.error(e, "Could not sync volume", "volumeName", key);
          }
        });
    add(
        "attach_detach",
        "persistentvolume-attach-detach-controller",
        "attach detach controller",
        handledAs("attacherDetacher.AttachVolume failed to start", "nodeName"));
    add(
        "volume_expand",
        "persistentvolume-expander-controller",
        "expand controller",
        unhandled("%s failed with : %s"));
    add(
        "pvcprotection",
        "persistentvolumeclaim-protection-controller",
        "PVC protection controller",
        (log, expected, key, e) ->
            log.unhandled(expected, "PVC " + reversed(key) + " failed with: " + e.getMessage()));
    add(
        "pvprotection",
        "persistentvolume-protection-controller",
        "PV protection controller",
        unhandled("PV %s failed with : %s"));
    add(
        "vacprotection",
        "volumeattributesclass-protection-controller",
        "VAC protection controller",
        unhandled("VAC %s failed with : %s"));
    add(
        "ephemeral_volume",
        "ephemeral-volume-controller",
        "ephemeral volume controller",
        unhandled("%s failed with: %s"));
    add(
        "selinux_warning",
        "selinux-warning-controller",
        "SELinux warning controller",
        unhandled("%s failed with: %s"));
  }

  private void security() {
    add(
        "serviceaccount",
        "serviceaccount-controller",
        "service account controller",
        handled("Service account work item failed", "item"));
    String tokens = "serviceaccount-token-controller";
    add(
        "serviceaccount_tokens_secret",
        tokens,
        new Line(5, "Starting workers"),
        new Line(1, "Shutting down"),
        handledAs("Populating serviceaccount token", "secret"));
    also(
        "serviceaccount_tokens_service",
        tokens,
        handledAs("Error deleting serviceaccount tokens", "serviceaccount"));
    add(
        "legacy-service-account-token-cleaner",
        "legacy-serviceaccount-token-cleaner-controller",
        "legacy service account token cleaner controller",
        null);
    add(
        "root_ca_cert_publisher",
        "root-ca-certificate-publisher-controller",
        "root CA cert publisher controller",
        unhandled("syncing \"%s\" failed: %s"));
    add(
        "ca_cert_publisher_cluster_trust_bundles",
        "kube-apiserver-serving-clustertrustbundle-publisher-controller",
        "ClusterTrustBundle CA cert publisher controller",
        unhandled("syncing \"%s\" failed: %s"));
    String signer = "certificatesigningrequest-signing-controller";
    for (String name :
        new String[] {
          "kubelet-serving",
          "kube-apiserver-client",
          "kube-apiserver-client-kubelet",
          "legacy-unknown"
        }) {
      certificates("csrsigning-" + name, signer);
    }
    certificates("csrapproving", "certificatesigningrequest-approving-controller");
    add(
        "csrcleaner",
        "certificatesigningrequest-cleaner-controller",
        "CSR cleaner controller",
        handledAs("Error while attempting to clean CSR", "csr"));
    add(
        "podcertificaterequestcleaner",
        "podcertificaterequest-cleaner-controller",
        "PodCertificateRequest cleaner controller",
        handled("Error while attempting to clean PodCertificateRequest", "pcr"));
    add(
        "bootstrap_signer_queue",
        "bootstrap-signer-controller",
        new Line(5, "Starting"),
        new Line(1, "Shutting down"),
        unhandled("%2$s"));
    add(
        "token_cleaner",
        "token-cleaner-controller",
        "token cleaner controller",
        unhandled("Sync %s failed with : %s"));
    add(
        "ClusterRoleAggregator",
        "clusterrole-aggregation-controller",
        "ClusterRoleAggregator controller",
        unhandled("%s failed with : %s"));
    also(
        "validatingadmissionpolicy-status",
        "validatingadmissionpolicy-status-controller",
        unhandled("%2$s"));
  }

  private void certificates(String queue, String controller) {
    add(
        queue,
        controller,
        new Line(0, "Starting certificate controller", "name", queue),
        new Line(0, "Shutting down certificate controller", "name", queue),
        unhandled("Sync %s failed with : %s"));
  }

  private void cluster() {
    add(
        "namespace",
        "namespace-controller",
        "namespace controller",
        handled("Deletion of namespace failed", "namespace"));
    add(
        "resourcequota_primary",
        "resourcequota-controller",
        "resource quota controller",
        handled("Error processing resource quota work item", "key"));
    add(
        GARBAGE,
        "garbage-collector-controller",
        new Line(0, "Starting controller", "controller", "garbagecollector"),
        new Line(0, "Shutting down controller", "controller", "garbagecollector"),
        unhandled("error syncing item %s: %s"));
    add(
        "storage_version_garbage_collector_storageversions",
        "storageversion-garbage-collector-controller",
        "storage version garbage collector",
        unhandled("storage version %s failed with: %s"));
    String migrator = "storage-version-migrator-controller";
    add(
        migrator,
        migrator,
        new Line(0, "Starting", "controller", migrator),
        new Line(0, "Shutting down", "controller", migrator),
        info(2, "Error syncing SVM resource, retrying", "svm"));
  }

  // ---- entries

  private void add(String queue, String controller, String title, @Nullable Failure failure) {
    add(
        queue,
        controller,
        new Line(0, "Starting " + title),
        new Line(0, "Shutting down " + title),
        failure);
  }

  private void add(
      String queue,
      String controller,
      @Nullable Line starting,
      @Nullable Line stopping,
      @Nullable Failure failure) {
    byQueue.put(queue, new Lines(Klog.of(controller), starting, stopping, failure));
  }

  private void also(String queue, String controller, Failure failure) {
    add(queue, controller, null, null, failure);
  }

  /** With a key and an error; upstream's contextual message. */
  private static Failure handled(String message, String keyName) {
    return (log, expected, key, e) -> log.handle(expected, e, message, keyName, key);
  }

  /** Logged by the controller itself. */
  private static Failure handledAs(String message, String keyName) {
    return (log, expected, key, e) -> {
      if (expected) {
        log.info(0, message, keyName, key, "err", String.valueOf(e.getMessage()));
      } else {
        log.error(e, message, keyName, key);
      }
    };
  }

  /**
   * @param format of the key and the error
   */
  private static Failure unhandled(String format) {
    return (log, expected, key, e) ->
        log.unhandled(expected, format.formatted(key, e.getMessage()));
  }

  private static Failure info(int verbosity, String message, String keyName) {
    return (log, expected, key, e) ->
        log.info(verbosity, message, keyName, key, "err", String.valueOf(e.getMessage()));
  }

  private static Object reversed(Object key) {
    return key instanceof ObjectKey object ? object.name() + "/" + object.namespace() : key;
  }

  // ---- events

  @Override
  public void starting(String queue) {
    Lines lines = byQueue.get(queue);
    if (lines != null && lines.starting() != null) {
      lines.log().info(1, "Controller starting...", "controller", lines.log().name());
      lines.starting().write(lines.log());
      lines.log().info("Waiting for caches to sync");
    }
  }

  @Override
  public void synced(String queue) {
    Lines lines = byQueue.get(queue);
    if (lines != null && lines.starting() != null) {
      lines.log().info("Caches are synced");
      if (queue.equals(GARBAGE)) {
        lines.log().info("Garbage collector: all resource monitors have synced");
        lines.log().info("Proceeding to collect garbage");
      }
    }
  }

  @Override
  public void stopped(String queue) {
    Lines lines = byQueue.get(queue);
    if (lines != null && lines.stopping() != null) {
      lines.stopping().write(lines.log());
      lines.log().info(1, "Controller terminated", "controller", lines.log().name());
    }
  }

  @Override
  public void failed(Reconciliation pass, String queue, Object key, Exception e, boolean expected) {
    Lines lines = byQueue.get(queue);
    boolean anticipated = e instanceof ApiException || e instanceof ReconcileException;
    if (anticipated && lines != null && lines.failure() != null) {
      lines.failure().log(lines.log(), expected, key, e);
    } else {
      STANDARD.failed(pass, queue, key, e, expected);
    }
  }
}
