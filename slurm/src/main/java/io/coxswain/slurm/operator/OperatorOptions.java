package io.coxswain.slurm.operator;

import io.coxswain.env.Files;
import io.coxswain.runtime.config.PodNamespace;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.slurm.program.ControllerSelection;
import io.coxswain.slurm.program.ManagerFlags;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.program.WatchedNamespaces;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The combination of flags and environment, with all defaults.
 *
 * @param namespace of the operator, its Lease and the topology labels
 * @param webhooks whether webhooks are served
 * @param topologyPrefix of the labels with the location of a node
 * @param clusterDomain the DNS domain of the cluster
 */
public record OperatorOptions(
    ManagerSettings common,
    String namespace,
    ControllerSelection controllers,
    WatchedNamespaces namespaces,
    boolean webhooks,
    int webhookPort,
    ForeignKindsAsked foreignKinds,
    String topologyPrefix,
    String clusterDomain) {
  private static final Logger log = LoggerFactory.getLogger("setup");

  static final String CLUSTER = "cluster";
  static final String NODE_CONFIGURATOR = "nodeconfigurator";
  static final String NODE_SET = "nodeset";
  static final String ROLLING_UPDATE = "rollingupdate";
  static final String TOPOLOGY = "topology";

  /** In the order they are registered. */
  static final List<String> CONTROLLERS =
      List.of(CLUSTER, NODE_CONFIGURATOR, NODE_SET, ROLLING_UPDATE, TOPOLOGY);

  /** Where the chart mounts the certificate of the webhooks. */
  static final Path CERTIFICATES = Path.of("/tmp/k8s-webhook-server/serving-certs");

  private static final String OPERATOR_NAMESPACE = "operator-namespace";
  private static final String OLD_TOPOLOGY = "enable-topology-controller";
  private static final String OLD_TIMEOUT = "reconcile-timeout";

  /** The flags of the program, before any is read. */
  public static Flags flags() {
    return ManagerFlags.begin("info")
        .leaderElect(true)
        .cacheSyncTimeout("2m")
        .maxConcurrentReconciles()
        .controllers()
        .flags()
        .string(
            OPERATOR_NAMESPACE,
            "",
            "The namespace where the operator is running. If not set, it will be detected"
                + " automatically.")
        .bool(
            OLD_TOPOLOGY, false, "Deprecated: use --controllers. Enables the topology controller.")
        .duration(OLD_TIMEOUT, "3m", "Deprecated: has no effect.");
  }

  public static OperatorOptions of(Flags flags, SortedMap<String, String> environment, Files files)
      throws FlagException {
    ManagerSettings common = ManagerSettings.of(flags, environment);
    ControllerSelection controllers = ControllerSelection.of(flags, environment, CONTROLLERS);
    if (flags.isGiven(OLD_TOPOLOGY)) {
      log.atWarn().addKeyValue("flag", OLD_TOPOLOGY).log("Flag is deprecated, use -controllers");
      controllers = flags.isSet(OLD_TOPOLOGY) ? controllers.with(TOPOLOGY) : controllers;
    }
    if (flags.isGiven(OLD_TIMEOUT)) {
      log.atWarn().addKeyValue("flag", OLD_TIMEOUT).log("Flag is deprecated and has no effect");
    }
    return new OperatorOptions(
        common,
        namespace(flags.string(OPERATOR_NAMESPACE), files),
        controllers,
        WatchedNamespaces.of(environment),
        !environment.getOrDefault("ENABLE_WEBHOOKS", "").equals("false"),
        9443,
        ForeignKindsAsked.of(environment),
        orIfEmpty(environment.getOrDefault("TOPOLOGY_LABEL_PREFIX", ""), "topology.nebius.com"),
        orIfEmpty(environment.getOrDefault("KUBERNETES_CLUSTER_DOMAIN", ""), "cluster.local"));
  }

  private static String namespace(String said, Files files) throws FlagException {
    String found = said.isEmpty() ? PodNamespace.find(files, "") : said;
    if (found.isEmpty()) {
      throw new FlagException(
          "unable to get operator namespace: not running in a pod; specify -"
              + OPERATOR_NAMESPACE
              + "=<namespace>");
    }
    return found;
  }

  private static String orIfEmpty(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }

  /** The same program without servers of its own: others call it within the process. */
  public OperatorOptions withoutServers() {
    return new OperatorOptions(
        common.withoutServers(),
        namespace,
        controllers,
        namespaces,
        webhooks,
        -1,
        foreignKinds,
        topologyPrefix,
        clusterDomain);
  }
}
