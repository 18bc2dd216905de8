package io.coxswain.cli.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.scheduling.CoschedulingPodGroup;
import io.coxswain.api.scheduling.VolcanoPodGroup;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.jobset.JobSetWebhooks;
import io.coxswain.jobset.program.JobSetProgram;
import io.coxswain.kube.KubeControllers;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.scheduler.SchedulerOptions;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.node.storage.HostPathProvisioner;
import io.coxswain.runtime.cache.CacheOptions;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Serving;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.program.TrainerProgram;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Everything a TrainJob needs: the API server with webhooks, the programs of Trainer, JobSet and
 * kube-controller-manager, the scheduler and simulated nodes, each a process that can be killed.
 * Programs with replicas elect a leader.
 *
 * @param replicas of each program: the first is called {@code trainer-1}
 * @param certificates whether the programs create certificates for their webhooks, which takes
 *     longer than everything else
 * @param jobSetGates such as {@code RestartJob: true, InPlaceRestart: true}
 * @param nodes the number of simulated nodes; scripts may create more
 */
public record TrainingCluster(int replicas, boolean certificates, String jobSetGates, int nodes) {
  private static final Path FILE = Path.of("/config.yaml");

  /** Read once for all runs. */
  private static final List<byte[]> DEFINITIONS = definitions();

  private static final List<? extends HasMetadata> RUNTIMES = ShippedRuntimes.all();

  private static List<byte[]> definitions() {
    var all = new ArrayList<byte[]>();
    Crds.all().forEach(definition -> all.add(Json.bytes(definition)));
    all.add(Json.bytes(anyShape(ResourceType.of(CoschedulingPodGroup.class))));
    all.add(Json.bytes(anyShape(ResourceType.of(VolcanoPodGroup.class))));
    return all;
  }

  /** A CRD without a schema, for kinds of other programs. */
  private static ObjectNode anyShape(ResourceType type) {
    ObjectNode definition = Json.MAPPER.createObjectNode();
    definition.put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "CustomResourceDefinition");
    definition.putObject("metadata").put("name", type.qualifiedPlural());
    ObjectNode spec = definition.putObject("spec");
    spec.put("group", type.group()).put("scope", "Namespaced");
    spec.putObject("names")
        .put("kind", type.kind())
        .put("plural", type.plural())
        .put("singular", type.kind().toLowerCase(Locale.ROOT))
        .put("listKind", type.kind() + "List");
    ObjectNode version = spec.putArray("versions").addObject();
    version.put("name", type.version()).put("served", true).put("storage", true);
    version
        .putObject("schema")
        .putObject("openAPIV3Schema")
        .put("type", "object")
        .put("x-kubernetes-preserve-unknown-fields", true);
    return definition;
  }

  /** One of each program. */
  public static TrainingCluster small() {
    return new TrainingCluster(1, false, "", 3);
  }

  /** Two of each program. */
  public static TrainingCluster replicated() {
    return new TrainingCluster(2, false, "", 3);
  }

  public TrainingCluster withCertificates() {
    return new TrainingCluster(replicas, true, jobSetGates, nodes);
  }

  public TrainingCluster withJobSetGates(String gates) {
    return new TrainingCluster(replicas, certificates, gates, nodes);
  }

  /** The cluster as a simulation without a script. */
  public Simulation simulation(String name) {
    Simulation simulation =
        Simulation.named(name)
            .given(TrainingCluster::install)
            .process("nodes", this::nodes)
            .process("scheduler", TrainingCluster::scheduler);
    for (int i = 1; i <= replicas; i++) {
      String kube = "kube-" + i;
      simulation
          .process(kube, env -> controllers(env, kube))
          .serving("jobset-" + i, jobSet("jobset-" + i))
          .serving("trainer-" + i, trainer("trainer-" + i));
    }
    return simulation;
  }

  /** Starts one more replica of the JobSet program in a running world. */
  public void startJobSets(World world, String name) {
    world.startServing(name, jobSet(name));
  }

  // ---- what is there from the beginning

  private static void install(World world) throws Exception {
    String path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    for (byte[] definition : DEFINITIONS) {
      world.objects().call(ApiRequest.of("POST", path).body("application/json", definition));
    }
    for (var runtime : RUNTIMES) {
      world.objects().create(runtime);
    }
    world.objects().create(namespace(JobSetWebhooks.NAMESPACE));
    world.objects().create(secret(JobSetWebhooks.NAMESPACE, "jobset-webhook-server-cert"));
    world.objects().create(namespace(TrainerWebhooks.NAMESPACE));
    world.objects().create(secret(TrainerWebhooks.NAMESPACE, "kubeflow-trainer-webhook-cert"));
    world.objects().create(HostPathProvisioner.storageClass());
    configure(
        world, JobSetWebhooks.configurations(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE));
    configure(
        world, TrainerWebhooks.configurations(TrainerWebhooks.NAMESPACE, TrainerWebhooks.SERVICE));
  }

  private static void configure(World world, List<HasMetadata> configurations) throws ApiException {
    for (HasMetadata configuration : configurations) {
      world
          .objects()
          .call(
              ApiRequest.of("POST", ResourceType.of(configuration.getClass()).path(""))
                  .body("application/json", Json.bytes(configuration)));
    }
  }

  private static Namespace namespace(String name) {
    return new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  /** Installed empty; the programs fill it. */
  private static Secret secret(String namespace, String name) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .build();
  }

  // ---- the processes

  private void controllers(Env env, String host) throws Exception {
    var builder =
        Manager.builder(env)
            .name("kube-controller-manager")
            .host(host)
            .cache(TrainingCluster::shared);
    if (replicas > 1) {
      builder.leaderElection(
          election -> election.id("kube-controller-manager").namespace("kube-system").host(host));
    }
    Manager manager = builder.build();
    KubeControllers.register(manager);
    manager.run();
  }

  /** As in {@code up}, but a reader that changes shared objects is detected. */
  private static void shared(CacheOptions options) {
    var _ = options.shareRecent(512).detectChanges();
  }

  private static void scheduler(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("scheduler").cache(TrainingCluster::shared).build();
    Scheduler.register(manager, SchedulerOptions.byDefault().withGangSchedulers());
    manager.run();
  }

  private void nodes(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("kubelet").cache(TrainingCluster::shared).build();
    var _ = SimulatedNodes.register(manager, SimulatedNodeOptions.nodes(nodes).withoutEvents());
    HostPathProvisioner.register(manager, Path.of("/volumes"));
    manager.run();
  }

  private Serving jobSet(String host) {
    return (env, route) -> {
      var flags = io.coxswain.jobset.program.Settings.flags();
      configured(
          env,
          flags,
          """
          apiVersion: config.jobset.x-k8s.io/v1alpha1
          kind: Configuration
          internalCertManagement: {enable: %s}
          leaderElection: {leaderElect: %s}
          featureGates: {%s}
          """
              .formatted(certificates, replicas > 1, jobSetGates));
      var settings = io.coxswain.jobset.program.Settings.of(flags, env.files());
      Manager manager = JobSetProgram.start(env, settings.withoutServers(), host);
      route.serve(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE, manager.webhooks());
      manager.run();
    };
  }

  private Serving trainer(String host) {
    return (env, route) -> {
      var flags = io.coxswain.trainer.program.Settings.flags();
      configured(
          env,
          flags,
          """
          apiVersion: config.trainer.kubeflow.org/v1alpha1
          kind: Configuration
          certManagement: {enable: %s}
          leaderElection:
            leaderElect: %s
            leaseDuration: 15s
            renewDeadline: 10s
            retryPeriod: 2s
            resourceName: trainer.kubeflow.org
          """
              .formatted(certificates, replicas > 1));
      var settings = io.coxswain.trainer.program.Settings.of(flags, env.files());
      Manager manager = TrainerProgram.start(env, settings.withoutServers(), host);
      route.serve(
          TrainerWebhooks.NAMESPACE,
          TrainerWebhooks.SERVICE,
          manager.webhooks(),
          TrainerWebhooks.PATHS);
      manager.run();
    };
  }

  private static void configured(Env env, Flags flags, String file) throws Exception {
    env.files().write(FILE, file.getBytes(StandardCharsets.UTF_8));
    flags.parse(List.of("--config=" + FILE));
  }
}
