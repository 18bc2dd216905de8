package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.or;
import static io.coxswain.slurm.values.ClusterValues.orIfZero;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.Quantities;
import io.coxswain.api.slurm.Docker;
import io.coxswain.api.slurm.Gpu;
import io.coxswain.api.slurm.NodeContainer;
import io.coxswain.api.slurm.NodeSetSpec;
import io.coxswain.api.slurm.NodeSetTopology;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.NodeSetValues;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The containers of a worker. */
final class WorkerContainers {
  static final String NAME = "slurmd";
  private static final String REAL_MEMORY = "SOPERATOR_NODE_REAL_MEMORY_BYTES";
  private static final int TOPOLOGY_WAIT_SECONDS = 180;
  private static final BigInteger MEBIBYTE = BigInteger.valueOf(1 << 20);

  private WorkerContainers() {}

  /** Waits for slurmctld and, if Slurm has a topology, for the worker's topology. */
  static Container init(NodeSetValues set) {
    boolean topology = topology(set);
    var command =
        new ArrayList<String>(
            List.of("python3", "/opt/bin/slurm/worker_init.py", "wait-controller"));
    var mounts = new ArrayList<VolumeMount>(List.of(Mounts.jail(), Mounts.mungeSocket()));
    if (topology) {
      command.add("wait-topology");
      mounts.add(WorkerVolumes.topologyMount());
    }
    NodeContainer slurmd = NodeSetValues.container(set.spec().getSlurmd());
    return Containers.terminated(
        new ContainerBuilder()
            .withName("worker-init")
            .withImage(slurmd.getImage())
            .withImagePullPolicy(slurmd.getImagePullPolicy())
            .withCommand(command)
            .withVolumeMounts(mounts)
            .withEnv(initEnvironment(set, topology)));
  }

  static boolean topology(NodeSetValues set) {
    return !set.cluster().topologyPlugin().isEmpty();
  }

  private static List<EnvVar> initEnvironment(NodeSetValues set, boolean topology) {
    NodeSetSpec asked = set.spec();
    var env = new ArrayList<EnvVar>();
    env.add(Containers.field("K8S_NODE_NAME", "spec.nodeName"));
    env.add(Containers.field("K8S_POD_NAME", "metadata.name"));
    env.add(Containers.field("K8S_POD_NAMESPACE", "metadata.namespace"));
    env.add(Containers.env("CONTROLLER_MAX_ATTEMPTS", "60"));
    env.add(Containers.env("CONTROLLER_POLL_INTERVAL", "5"));
    env.add(Containers.env("K8S_SERVICE_NAME", set.cluster().names().service(Component.NODESET)));
    int delay = or(asked.getWorkerInitRandomDelaySeconds(), 0);
    if (delay > 0) {
      env.add(Containers.env("WORKER_INIT_RANDOM_DELAY_SECONDS", String.valueOf(delay)));
    }
    if (set.gpu()) {
      env.add(Containers.env("NODESET_GPU_ENABLED", "true"));
    }
    if (topology) {
      int wait = orIfZero(asked.getEphemeralTopologyWaitTimeout(), TOPOLOGY_WAIT_SECONDS);
      env.add(Containers.env("TOPOLOGY_CONFIGMAP_PATH", WorkerVolumes.TOPOLOGY_PATH));
      env.add(Containers.env("TOPOLOGY_WAIT_TIMEOUT", String.valueOf(wait)));
      env.add(Containers.env("TOPOLOGY_POLL_INTERVAL", "5"));
      env.add(Containers.env("SLURM_TOPOLOGY_PLUGIN", set.cluster().topologyPlugin()));
      env.add(Containers.env("SLURM_TOPOLOGY_FABRIC", fabric(asked.getTopology())));
    }
    return env;
  }

  private static String fabric(@Nullable NodeSetTopology topology) {
    String fabric = topology == null ? "" : text(topology.getFabric());
    return fabric.isEmpty() ? "root" : fabric;
  }

  static Container slurmd(NodeSetValues set) {
    NodeSetSpec asked = set.spec();
    NodeContainer slurmd = NodeSetValues.container(asked.getSlurmd());
    Map<String, Quantity> resources = new TreeMap<>(asked.getSlurmd().getResources());
    requireRequest(set, resources, "memory", "memory request not set or is zero");
    requireRequest(set, resources, "cpu", "CPU request not set or is zero");
    String profile = AppArmor.used(set.cluster(), slurmd.getAppArmorProfile());
    return Containers.terminated(
        Containers.port(Containers.of(NAME, slurmd), NAME, Worker.port(set))
            .withEnv(environment(set))
            .withVolumeMounts(WorkerVolumes.mounts(set))
            // Exclusive CPUs require limits equal to requests.
            .withResources(
                new ResourceRequirementsBuilder()
                    .withRequests(resources)
                    .withLimits(resources)
                    .build())
            .withSecurityContext(
                new SecurityContextBuilder(
                        Containers.security(
                            text(profile).isEmpty() ? "unconfined" : profile, Containers.SYS_ADMIN))
                    .withPrivileged(true)
                    .withNewSeccompProfile()
                    .withType("Unconfined")
                    .endSeccompProfile()
                    .withProcMount(Pods.orNull(slurmd.getProcMount()))
                    .build()));
  }

  private static void requireRequest(
      NodeSetValues set, Map<String, Quantity> resources, String name, String message) {
    Quantity quantity = resources.get(name);
    if (quantity == null || Quantities.value(quantity.toString()).signum() <= 0) {
      throw new InvalidClusterException(
          "NodeSet \"%s\" spec.slurmd.resources: %s".formatted(set.name(), message));
    }
  }

  private static List<EnvVar> environment(NodeSetValues set) {
    NodeSetSpec asked = set.spec();
    ClusterValues cluster = set.cluster();
    var env = new ArrayList<EnvVar>();
    env.add(Containers.field("INSTANCE_ID", "spec.nodeName"));
    env.add(Containers.env("SLURM_CLUSTER_WITH_GPU", String.valueOf(cluster.gpu())));
    env.add(Containers.env("NODESET_GPU_ENABLED", String.valueOf(set.gpu())));
    env.add(Containers.env("SOPERATOR_DOCKER_ENABLED", String.valueOf(docker(set))));
    env.add(Containers.env(REAL_MEMORY, realMemoryBytes(asked)));
    String extra = asked.getNodeConfig() == null ? "" : text(asked.getNodeConfig().getDynamic());
    if (!extra.isEmpty()) {
      env.add(Containers.env("SLURM_NODE_EXTRA", extra));
    }
    if ("v2".equals(cluster.spec().getCgroupVersion())) {
      env.add(Containers.env("CGROUP_V2", "true"));
    }
    Gpu gpu = asked.getGpu();
    if (gpu != null && gpu.getNvidia() != null && on(gpu.getNvidia().getGdrCopyEnabled())) {
      env.add(Containers.env("NVIDIA_GDRCOPY", "enabled"));
    }
    for (EnvVar custom : asked.getSlurmd().getCustomEnv()) {
      if (custom.getName().equals(REAL_MEMORY)) {
        throw new InvalidClusterException(
            "NodeSet \"%s\" spec.slurmd.customEnv: environment variable \"%s\" is managed by Soperator"
                .formatted(set.name(), REAL_MEMORY));
      }
      env.add(custom);
    }
    return env;
  }

  /** The memory in slurm.conf, in whole MiB. */
  private static String realMemoryBytes(NodeSetSpec asked) {
    Quantity memory = asked.getSlurmd().getResources().get("memory");
    BigDecimal bytes = memory == null ? BigDecimal.ZERO : Quantities.value(memory.toString());
    return bytes.toBigInteger().divide(MEBIBYTE).multiply(MEBIBYTE).toString();
  }

  static boolean docker(NodeSetValues set) {
    Docker docker = set.spec().getDocker();
    return docker == null || docker.getEnabled() == null || on(docker.getEnabled());
  }

  static Container dockerProxy(NodeSetValues set) {
    NodeContainer slurmd = NodeSetValues.container(set.spec().getSlurmd());
    return Containers.terminated(
        new ContainerBuilder()
            .withName("docker-proxy")
            .withImage(slurmd.getImage())
            .withImagePullPolicy(slurmd.getImagePullPolicy())
            .withCommand("/opt/bin/slurm/docker_proxy_nginx_entrypoint.sh")
            .withVolumeMounts(WorkerVolumes.runtimeMount()));
  }
}
