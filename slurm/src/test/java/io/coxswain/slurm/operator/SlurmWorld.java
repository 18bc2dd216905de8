package io.coxswain.slurm.operator;

import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.env.Env;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Main;
import io.coxswain.sim.World;
import io.coxswain.slurm.clients.SlurmConnector;
import io.coxswain.slurm.webhooks.SlurmWebhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The parts of worlds in which the operator runs. */
public final class SlurmWorld {
  public static final String NAMESPACE = "soperator-system";

  /** As little as a SlurmCluster can be. */
  public static final String SMALL_CLUSTER =
      """
      apiVersion: slurm.nebius.ai/v1
      kind: SlurmCluster
      metadata: {name: c, namespace: slurm}
      spec:
        populateJail: {image: "populate:1", k8sNodeFilterName: all}
        k8sNodeFilters: [{name: all}]
        volumeSources: [{name: jail, emptyDir: {}}, {name: spool, emptyDir: {}}]
        secrets: {}
        slurmNodes:
          accounting: {k8sNodeFilterName: all}
          controller:
            k8sNodeFilterName: all
            slurmctld: {image: "slurmctld:1", port: 6817}
            munge: {image: "munge:1"}
            volumes: {spool: {volumeSourceName: spool}, jail: {volumeSourceName: jail}}
          login:
            size: 1
            k8sNodeFilterName: all
            sshd: {image: "sshd:1", port: 22}
            munge: {image: "munge:1"}
            sshdServiceType: LoadBalancer
            sshRootPublicKeys: [ssh-ed25519 AAAA]
            volumes: {jail: {volumeSourceName: jail}}
          exporter: {k8sNodeFilterName: all}
          rest: {k8sNodeFilterName: all}
        sConfigController:
          serviceAccountName: sconfig
          node: {k8sNodeFilterName: all, size: 1}
          container: {image: "sconfig:1"}
        slurmConfig: {topologyPlugin: topology/tree}
      """;

  /** Three workers with GPUs. */
  public static final String SMALL_NODE_SET =
      """
      apiVersion: slurm.nebius.ai/v1alpha1
      kind: NodeSet
      metadata: {name: gpu, namespace: slurm}
      spec:
        clusterName: c
        replicas: 3
        updateStrategy: rollingUpdate
        gpu: {enabled: true}
        slurmd:
          image: {repository: slurmd, tag: "1"}
          resources: {cpu: "1", memory: 1Gi}
          volumes: {spool: {emptyDir: {}}, jail: {emptyDir: {}}}
        munge: {image: {repository: munge, tag: "1"}, resources: {cpu: "1"}}
      """;

  private SlurmWorld() {}

  public static void namespace(World world, String name) throws Exception {
    world
        .objects()
        .create(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build());
  }

  /** The definitions of our kinds, and the namespace of the operator. */
  public static void define(World world) throws Exception {
    for (Class<? extends CustomObject<?, ?>> kind :
        List.of(
            SlurmCluster.class,
            NodeSet.class,
            NodeSetPowerState.class,
            JailedConfig.class,
            NodeConfigurator.class,
            ActiveCheck.class)) {
      world.objects().define(Crds.of(kind));
    }
    namespace(world, NAMESPACE);
  }

  /** Defines a kind of others, with whatever fields. */
  public static void foreign(World world, Class<? extends HasMetadata> kind) throws Exception {
    ResourceType type = ResourceType.of(kind);
    world
        .objects()
        .define(
            Json.yamlMapper()
                .readTree(
                    """
                    apiVersion: apiextensions.k8s.io/v1
                    kind: CustomResourceDefinition
                    metadata: {name: %1$s.%2$s}
                    spec:
                      group: %2$s
                      scope: %5$s
                      names: {plural: %1$s, singular: %6$s, kind: %4$s, listKind: %4$sList}
                      versions:
                      - name: %3$s
                        served: true
                        storage: true
                        subresources: {status: {}}
                        schema:
                          openAPIV3Schema:
                            type: object
                            x-kubernetes-preserve-unknown-fields: true
                    """
                        .formatted(
                            type.plural(),
                            type.group(),
                            type.version(),
                            type.kind(),
                            type.namespaced() ? "Namespaced" : "Cluster",
                            type.kind().toLowerCase(Locale.ROOT))));
  }

  /** The whole program, without servers. */
  public static Main operator(Map<String, String> environment, String... words) {
    return env -> start(env, environment, words).run();
  }

  /** As {@link #operator}, with another Slurm. */
  public static Main operator(SlurmConnector slurm, String... words) {
    return env ->
        SoperatorProgram.start(env, settings(env, Map.of(), words), "host", manager -> slurm).run();
  }

  static Manager start(Env env, Map<String, String> environment, String... words) throws Exception {
    return SoperatorProgram.start(env, settings(env, environment, words), "host");
  }

  static OperatorOptions settings(Env env, Map<String, String> environment, String... words)
      throws Exception {
    Flags flags = OperatorOptions.flags();
    var line = new ArrayList<>(List.of(words));
    line.add("--operator-namespace=" + NAMESPACE);
    flags.parse(line);
    return OperatorOptions.of(flags, new TreeMap<>(environment), env.files()).withoutServers();
  }

  /** Lets the server of the world ask the operator's webhooks. */
  public static io.coxswain.sim.Serving serving(Map<String, String> environment, String... words) {
    return (env, route) -> {
      Manager manager = start(env, environment, words);
      route.serve(NAMESPACE, SlurmWebhooks.SERVICE, manager.webhooks());
      manager.run();
    };
  }
}
