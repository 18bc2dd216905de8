package io.coxswain.kube.retry;

import static io.coxswain.kube.retry.KubeRetryTest.trial;
import static io.coxswain.kube.retry.Steps.all;
import static io.coxswain.kube.retry.Steps.apply;
import static io.coxswain.kube.retry.Steps.delete;
import static io.coxswain.kube.retry.Steps.edit;
import static io.coxswain.kube.retry.Steps.patch;
import static io.coxswain.kube.retry.Steps.post;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.nodeipam.NodeIpamController;
import io.coxswain.kube.nodeipam.NodeIpamOptions;
import io.coxswain.sim.Script;
import io.coxswain.sim.World;
import io.coxswain.sim.retry.RetryTrial;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import java.time.Duration;
import java.util.List;

/** Trials of the controllers of nodes, namespaces, services and volumes. */
final class ClusterTrials {
  private static final String CORE = "/api/v1/namespaces/default/";

  private static final String SERVICE =
      """
      {apiVersion: v1, kind: Service, metadata: {name: web}, spec: {%s ports: [{port: 80}]}}
      """;

  private static final String READY_POD =
      """
      ---
      {apiVersion: v1, kind: Pod, metadata: {name: p, labels: {app: web}},
       spec: {nodeName: n, containers: [{name: c, image: i}]},
       status: {phase: Running, podIP: 10.0.0.1, podIPs: [{ip: 10.0.0.1}],
         conditions: [{type: Ready, status: "True"}]}}
      """;

  private static final Script UNREADY =
      patch(CORE + "pods/p/status", "{status: {conditions: [{type: Ready, status: \"False\"}]}}");

  private ClusterTrials() {}

  static List<RetryTrial> of() {
    return List.of(
        endpoints("endpoints-controller")
            .step("the service is deleted", delete(CORE + "services/web")),
        endpoints("endpointslice-controller"),
        mirroring(),
        podGarbage(),
        quota(),
        namespace(),
        garbage(),
        nodeLifecycle(),
        taintEviction(),
        nodeTtl(),
        nodeIpam(),
        volumeBinder(),
        attachDetach(),
        volumeExpander(),
        claimProtection(),
        volumeProtection(),
        attributesClassProtection(),
        ephemeralVolume(),
        resourceClaim(),
        aggregation(),
        admissionPolicy(),
        serviceCidr());
  }

  private static RetryTrial endpoints(String name) {
    return trial(name)
        .step(
            "create",
            apply(
                "{apiVersion: v1, kind: Node, metadata: {name: n}}\n---\n"
                    + SERVICE.formatted("selector: {app: web},")
                    + READY_POD))
        .step("the pod is no longer ready", UNREADY)
        .step(
            "the pod loses its label",
            patch(CORE + "pods/p", "{metadata: {labels: {app: other}}}"));
  }

  private static RetryTrial mirroring() {
    return trial("endpointslice-mirroring-controller")
        .step(
            "create",
            apply(
                SERVICE.formatted("")
                    + """
                    ---
                    {apiVersion: v1, kind: Endpoints, metadata: {name: web}, subsets: [
                      {addresses: [{ip: 10.1.2.3}], ports: [{port: 80}]}]}
                    """))
        .step(
            "another address",
            patch(
                CORE + "endpoints/web",
                "{subsets: [{addresses: [{ip: 10.1.2.4}], ports: [{port: 80}]}]}"))
        .step("the endpoints are deleted", delete(CORE + "endpoints/web"));
  }

  private static RetryTrial podGarbage() {
    return trial("pod-garbage-collector-controller")
        .step("a pod of a node that does not exist", apply(READY_POD.replace("---\n", "")));
  }

  private static RetryTrial quota() {
    return trial("resourcequota-controller")
        .step(
            "create",
            apply(
                """
                {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
                ---
                {apiVersion: v1, kind: ResourceQuota, metadata: {name: q},
                 spec: {hard: {configmaps: "3"}}}
                """))
        .step("one less", delete(CORE + "configmaps/a"));
  }

  private static RetryTrial namespace() {
    return trial("namespace-controller")
        .step(
            "delete",
            all(
                apply(
                    """
                    {apiVersion: v1, kind: Namespace, metadata: {name: work}}
                    ---
                    {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: work}}
                    ---
                    {apiVersion: v1, kind: ConfigMap, metadata: {name: held, namespace: work,
                      finalizers: [example.com/hold]}}
                    """),
                delete("/api/v1/namespaces/work")))
        .step(
            "the held object is released",
            patch("/api/v1/namespaces/work/configmaps/held", "{metadata: {finalizers: null}}"));
  }

  private static Script owned(String prefix, boolean block) {
    return world -> {
      ConfigMap owner = world.objects().create(map(prefix));
      for (int i = 0; i < 2; i++) {
        ConfigMap dependent = map(prefix + "-" + i);
        dependent
            .getMetadata()
            .setOwnerReferences(
                List.of(
                    new io.fabric8.kubernetes.api.model.OwnerReferenceBuilder()
                        .withApiVersion("v1")
                        .withKind("ConfigMap")
                        .withName(prefix)
                        .withUid(owner.getMetadata().getUid())
                        .withBlockOwnerDeletion(block)
                        .build()));
        world.objects().create(dependent);
      }
      world.run(Duration.ofSeconds(5));
    };
  }

  private static ConfigMap map(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .build();
  }

  private static RetryTrial garbage() {
    return trial("garbage-collector-controller")
        .step(
            "background", all(owned("back", false), delete(CORE + "configmaps/back", "Background")))
        .step(
            "foreground", all(owned("fore", true), delete(CORE + "configmaps/fore", "Foreground")))
        .step("orphan", all(owned("left", true), delete(CORE + "configmaps/left", "Orphan")));
  }

  private static String node(String time) {
    return """
    {apiVersion: v1, kind: Node, metadata: {name: n}, status: {conditions: [
      {type: Ready, status: "True", lastHeartbeatTime: "%1$s", lastTransitionTime: "%1$s"}]}}
    """
        .formatted(time);
  }

  private static RetryTrial nodeLifecycle() {
    return trial("node-lifecycle-controller")
        .step(
            "a node with a pod falls silent",
            world -> {
              apply(node(now(world)) + READY_POD).run(world);
            })
        .step(
            "a pod is bound to it",
            all(
                apply(
                    READY_POD
                        .replace("---\n", "")
                        .replace("name: p,", "name: late,")
                        .replace("nodeName: n, ", "")),
                post(
                    CORE + "pods/late/binding",
                    "{metadata: {name: late}, target: {kind: Node, name: n}}")))
        .step(
            "the node reports again",
            world ->
                patch(
                        "/api/v1/nodes/n/status",
                        """
                        {status: {conditions: [{type: Ready, status: "False", reason: Test, message: "",
                          lastHeartbeatTime: "%1$s", lastTransitionTime: "%1$s"}]}}
                        """
                            .formatted(now(world)))
                    .run(world));
  }

  private static String now(World world) {
    return world.now().truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString();
  }

  private static RetryTrial taintEviction() {
    return trial("taint-eviction-controller")
        .step(
            "taint",
            apply(
                "{apiVersion: v1, kind: Node, metadata: {name: n}, spec: {taints: [{key: k, effect:"
                    + " NoExecute}]}}\n"
                    + READY_POD));
  }

  private static RetryTrial nodeTtl() {
    return trial("ttl-controller")
        .step("create", apply("{apiVersion: v1, kind: Node, metadata: {name: n}}"));
  }

  private static RetryTrial nodeIpam() {
    return trial(
            "node-ipam-controller",
            manager ->
                NodeIpamController.register(
                    manager,
                    NodeIpamOptions.parse(
                        "10.244.0.0/22", "10.96.0.0/16", NodeIpamOptions.MaskSizes.NONE)))
        .step("create", apply("{apiVersion: v1, kind: Node, metadata: {name: n}}"));
  }

  private static String volume(String name, String more) {
    return """
    {apiVersion: v1, kind: PersistentVolume, metadata: {name: %1$s}, spec: {
      capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], storageClassName: s,
      hostPath: {path: /tmp/%1$s}%2$s}}
    """
        .formatted(name, more);
  }

  private static String claim(String name, String more) {
    return """
    ---
    {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: %s}, spec: {
      accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}%s}}
    """
        .formatted(name, more);
  }

  private static RetryTrial volumeBinder() {
    return trial(
            "persistentvolume-binder-controller",
            "persistentvolumeclaim-protection-controller",
            "persistentvolume-protection-controller")
        .step("an available volume", apply(volume("v", ", persistentVolumeReclaimPolicy: Delete")))
        .step("a claim", apply(claim("c", ", storageClassName: s").replace("---\n", "")))
        .step("the claim is deleted", delete(CORE + "persistentvolumeclaims/c"))
        .step("a volume that stays", apply(volume("w", "")))
        .step(
            "a pre-bound claim",
            apply(claim("d", ", storageClassName: s, volumeName: w").replace("---\n", "")))
        .step("it is deleted", delete(CORE + "persistentvolumeclaims/d"))
        .step(
            "a claim to be provisioned",
            apply(
                "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: far},"
                    + " provisioner: example.com/p}\n"
                    + claim("e", ", storageClassName: far")));
  }

  private static RetryTrial claimProtection() {
    return trial("persistentvolumeclaim-protection-controller")
        .step(
            "the finalizer is removed",
            all(
                apply(claim("c", "").replace("---\n", "")),
                edit(
                    PersistentVolumeClaim.class,
                    ObjectKey.of("default", "c"),
                    c -> c.getMetadata().setFinalizers(List.of()))))
        .step("the claim is deleted", delete(CORE + "persistentvolumeclaims/c"));
  }

  private static RetryTrial volumeProtection() {
    return trial("persistentvolume-protection-controller")
        .step(
            "the finalizer is removed",
            all(
                apply(volume("v", "")),
                patch("/api/v1/persistentvolumes/v", "{metadata: {finalizers: null}}")))
        .step("the volume is deleted", delete("/api/v1/persistentvolumes/v"));
  }

  private static RetryTrial attributesClassProtection() {
    return trial("volumeattributesclass-protection-controller")
        .step(
            "the finalizer is removed",
            all(
                apply(
                    "{apiVersion: storage.k8s.io/v1, kind: VolumeAttributesClass, metadata: {name:"
                        + " g}, driverName: example.com, parameters: {a: b}}"),
                patch(
                    "/apis/storage.k8s.io/v1/volumeattributesclasses/g",
                    "{metadata: {finalizers: null}}")))
        .step("delete", delete("/apis/storage.k8s.io/v1/volumeattributesclasses/g"));
  }

  private static RetryTrial ephemeralVolume() {
    return trial("ephemeral-volume-controller")
        .step(
            "create",
            apply(
                """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {
                  containers: [{name: c, image: i}],
                  volumes: [{name: scratch, ephemeral: {volumeClaimTemplate: {spec: {
                    accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}}]}}
                """));
  }

  private static RetryTrial attachDetach() {
    return trial("persistentvolume-attach-detach-controller")
        .step(
            "create",
            world -> {
              apply(
                      """
                      {apiVersion: v1, kind: Node, metadata: {name: n, annotations:
                        {volumes.kubernetes.io/controller-managed-attach-detach: "true"}}}
                      ---
                      {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {
                        accessModes: [ReadWriteOnce], storageClassName: s, volumeName: v,
                        resources: {requests: {storage: 1Gi}}}, status: {phase: Bound}}
                      """)
                  .run(world);
              String uid =
                  world
                      .objects()
                      .fetch(PersistentVolumeClaim.class, ObjectKey.of("default", "c"))
                      .getMetadata()
                      .getUid();
              apply(
                      """
                      {apiVersion: v1, kind: PersistentVolume, metadata: {name: v}, spec: {
                        accessModes: [ReadWriteOnce], storageClassName: s, capacity: {storage: 1Gi},
                        claimRef: {namespace: default, name: c, uid: %s},
                        csi: {driver: example.com, volumeHandle: h}}}
                      ---
                      {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: n,
                        containers: [{name: c, image: i}],
                        volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]}}
                      """
                          .formatted(uid))
                  .run(world);
            })
        .step("attach", ClusterTrials::attach)
        .step("the pod ends", patch(CORE + "pods/p/status", "{status: {phase: Succeeded}}"));
  }

  /** Attaches all volumes, as CSI drivers do. */
  private static void attach(World world) throws Exception {
    for (ObjectKey each : world.objects().keys(VolumeAttachment.class, "")) {
      patch(
              "/apis/storage.k8s.io/v1/volumeattachments/" + each.name() + "/status",
              "{status: {attached: true}}")
          .run(world);
    }
  }

  private static RetryTrial volumeExpander() {
    return trial("persistentvolume-expander-controller")
        .step(
            "a larger request",
            world -> {
              apply(
                      """
                      {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: s},
                        provisioner: example.com, allowVolumeExpansion: true}
                      ---
                      {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {
                        accessModes: [ReadWriteOnce], storageClassName: s, volumeName: v,
                        resources: {requests: {storage: 1Gi}}},
                        status: {phase: Bound, capacity: {storage: 1Gi}}}
                      """)
                  .run(world);
              String uid =
                  world
                      .objects()
                      .fetch(PersistentVolumeClaim.class, ObjectKey.of("default", "c"))
                      .getMetadata()
                      .getUid();
              apply(
                      """
                      {apiVersion: v1, kind: PersistentVolume, metadata: {name: v}, spec: {
                        accessModes: [ReadWriteOnce], storageClassName: s, capacity: {storage: 1Gi},
                        claimRef: {namespace: default, name: c, uid: %s},
                        flexVolume: {driver: example.com/flex}}}
                      """
                          .formatted(uid))
                  .run(world);
              patch(
                      CORE + "persistentvolumeclaims/c",
                      "{spec: {resources: {requests: {storage: 2Gi}}}}")
                  .run(world);
            })
        .step(
            "the node has expanded it",
            patch(
                CORE + "persistentvolumeclaims/c/status",
                "{status: {capacity: {storage: 2Gi}, allocatedResourceStatuses: null}}"));
  }

  private static RetryTrial resourceClaim() {
    return trial("resourceclaim-controller")
        .step(
            "create",
            apply(
                """
                {apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t},
                 spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: x}}]}}}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {
                  containers: [{name: c, image: i}],
                  resourceClaims: [{name: gpu, resourceClaimTemplateName: t}]}}
                """))
        .step(
            "allocate and end",
            world -> {
              allocate(world);
              patch(CORE + "pods/p/status", "{status: {phase: Succeeded}}").run(world);
            });
  }

  /** Allocates devices to the pod's claim, as the scheduler does. */
  private static void allocate(World world) throws Exception {
    ObjectKey claim = world.objects().keys(ResourceClaim.class, "default").getFirst();
    String uid =
        world
            .objects()
            .fetch(io.fabric8.kubernetes.api.model.Pod.class, ObjectKey.of("default", "p"))
            .getMetadata()
            .getUid();
    String path = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims/" + claim.name();
    patch(path, "{metadata: {finalizers: [resource.kubernetes.io/delete-protection]}}").run(world);
    patch(
            path + "/status",
            """
            {status: {
              allocation: {devices: {results: [{request: gpu, driver: d, pool: p, device: g}]}},
              reservedFor: [{resource: pods, name: p, uid: %s}]}}
            """
                .formatted(uid))
        .run(world);
  }

  private static RetryTrial aggregation() {
    return trial("clusterrole-aggregation-controller")
        .step(
            "create",
            apply(
                """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: whole}
                aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: "yes"}}]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: a, labels: {part: "yes"}}
                rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
                """))
        .step("a part is deleted", delete("/apis/rbac.authorization.k8s.io/v1/clusterroles/a"));
  }

  private static RetryTrial admissionPolicy() {
    return trial("validatingadmissionpolicy-status-controller")
        .step(
            "create",
            apply(
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: p}
                spec:
                  matchConstraints: {resourceRules: [{apiGroups: [apps], apiVersions: [v1],
                    operations: [CREATE], resources: [deployments]}]}
                  validations: [{expression: object.spec.replicas <= 5}]
                """));
  }

  private static RetryTrial serviceCidr() {
    return trial("service-cidr-controller")
        .step(
            "create",
            apply(
                "{apiVersion: networking.k8s.io/v1, kind: ServiceCIDR, metadata: {name: extra},"
                    + " spec: {cidrs: [10.200.0.0/24]}}"))
        .step("delete", delete("/apis/networking.k8s.io/v1/servicecidrs/extra"));
  }
}
