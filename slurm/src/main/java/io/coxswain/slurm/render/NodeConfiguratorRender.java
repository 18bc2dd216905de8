package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.ConfiguratorContainer;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.api.slurm.NodeConfiguratorSpec;
import io.coxswain.api.slurm.Rebooter;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.NodeSetValues;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The DaemonSet of a NodeConfigurator: the rebooter, else a container of one's own. */
public final class NodeConfiguratorRender {
  private static final Map<String, String> MARK = Map.of(Labels.NODE_CONFIGURATOR, "true");
  private static final long NOBODY = 65534;

  private NodeConfiguratorRender() {}

  /**
   * Renders the DaemonSet.
   *
   * @throws InvalidClusterException if neither container is enabled, which no server would take
   */
  public static DaemonSet daemonSet(NodeConfigurator configurator) {
    String name = configurator.getMetadata().getName();
    var labels = Labels.with(Labels.of(Component.NODE_CONFIGURATOR, name), MARK);
    return new DaemonSetBuilder()
        .withMetadata(
            Pods.metadata(name + "-ds", configurator.getMetadata().getNamespace(), labels))
        .withNewSpec()
        .withSelector(
            Pods.selector(Labels.with(Labels.matching(Component.NODE_CONFIGURATOR, name), MARK)))
        .withNewUpdateStrategy()
        .withType("RollingUpdate")
        .withNewRollingUpdate()
        .withMaxUnavailable(new IntOrString("20%"))
        .endRollingUpdate()
        .endUpdateStrategy()
        .withTemplate(Pods.template(labels, Map.of(), pod(configurator.getSpec())))
        .endSpec()
        .build();
  }

  private static PodSpec pod(NodeConfiguratorSpec spec) {
    Rebooter rebooter = spec.getRebooter();
    ConfiguratorContainer custom = spec.getCustomContainer();
    ConfiguratorContainer used;
    Container container;
    if (rebooter == null || on(rebooter.getEnabled())) {
      used = rebooter == null ? new Rebooter() : rebooter;
      container = rebooter((Rebooter) used);
    } else if (custom != null && on(custom.getEnabled())) {
      used = custom;
      container = custom(custom);
    } else {
      throw new InvalidClusterException(
          "spec: rebooter.enabled or customContainer.enabled must be true");
    }
    return new PodSpecBuilder()
        .withHostNetwork(spec.getHostNetwork() == null || on(spec.getHostNetwork()))
        .withHostIPC(on(spec.getHostIPC()))
        .withShareProcessNamespace(on(spec.getShareProcessNamespace()))
        .withHostPID(used instanceof Rebooter)
        .withHostUsers(used.getHostUsers())
        .withAffinity(used.getAffinity())
        .withNodeSelector(
            used.getNodeSelector().isEmpty() ? null : new TreeMap<>(used.getNodeSelector()))
        .withTolerations(used.getTolerations())
        .withInitContainers(spec.getInitContainers())
        .withContainers(container)
        .withServiceAccountName(Pods.orNull(used.getServiceAccountName()))
        .withPriorityClassName(Pods.orNull(used.getPriorityClassName()))
        .build();
  }

  private static Container rebooter(Rebooter asked) {
    var env = new ArrayList<EnvVar>(asked.getEnv());
    env.add(
        Containers.env(
            "REBOOTER_EVICTION_METHOD",
            text(asked.getEvictionMethod()).isEmpty() ? "evict" : text(asked.getEvictionMethod())));
    env.add(
        new EnvVarBuilder()
            .withName("REBOOTER_NODE_NAME")
            .withNewValueFrom()
            .withNewFieldRef(null, "spec.nodeName")
            .endValueFrom()
            .build());
    String level = text(asked.getLogLevel()).isEmpty() ? "info" : text(asked.getLogLevel());
    return container("rebooter", asked)
        .withImagePullPolicy(asked.getImage() == null ? null : asked.getImage().getPullPolicy())
        .withCommand("/usr/bin/rebooter")
        .withArgs("-log-level=" + level, "-log-format=" + text(asked.getLogFormat()))
        .withEnv(env)
        .withNewSecurityContext()
        .withPrivileged(true)
        .withRunAsUser(0L)
        .withRunAsGroup(0L)
        .withRunAsNonRoot(false)
        .withReadOnlyRootFilesystem(true)
        .withAllowPrivilegeEscalation(true)
        .withNewCapabilities()
        .endCapabilities()
        .endSecurityContext()
        .build();
  }

  private static Container custom(ConfiguratorContainer asked) {
    String name = text(asked.getName());
    return container(name.isEmpty() ? "custom-container" : name, asked)
        .withCommand(asked.getCommand())
        .withEnv(asked.getEnv())
        .withNewSecurityContext()
        .withPrivileged(false)
        .withRunAsUser(NOBODY)
        .withRunAsGroup(NOBODY)
        .withRunAsNonRoot(true)
        .withReadOnlyRootFilesystem(true)
        .withAllowPrivilegeEscalation(false)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .build();
  }

  private static ContainerBuilder container(String name, ConfiguratorContainer asked) {
    return new ContainerBuilder()
        .withName(name)
        .withImage(asked.getImage() == null ? "" : NodeSetValues.image(asked.getImage()))
        .withResources(resources(asked.getResources()))
        .withReadinessProbe(asked.getReadinessProbe())
        .withLivenessProbe(asked.getLivenessProbe());
  }

  /** Only the memory limit and the CPU and memory requests of the configured resources. */
  private static ResourceRequirements resources(@Nullable ResourceRequirements asked) {
    var limits = new TreeMap<String, Quantity>();
    var requests = new TreeMap<String, Quantity>();
    limits.put("memory", amount(asked == null ? null : asked.getLimits(), "memory"));
    requests.put("cpu", amount(asked == null ? null : asked.getRequests(), "cpu"));
    requests.put("memory", amount(asked == null ? null : asked.getRequests(), "memory"));
    return new ResourceRequirementsBuilder().withLimits(limits).withRequests(requests).build();
  }

  private static Quantity amount(@Nullable Map<String, Quantity> amounts, String name) {
    Quantity amount = amounts == null ? null : amounts.get(name);
    return amount == null ? new Quantity("0") : amount;
  }
}
