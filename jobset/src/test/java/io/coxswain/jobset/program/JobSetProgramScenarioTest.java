package io.coxswain.jobset.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.evidence.TestData;
import io.coxswain.jobset.JobSetWebhooks;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Serving;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two replicas of the whole program, with the configuration that is shipped. */
class JobSetProgramScenarioTest {
  private static final ObjectKey SECRET =
      ObjectKey.of("jobset-system", "jobset-webhook-server-cert");

  @Test
  void makesCertificatesElectsALeaderAdmitsAndRuns() {
    Simulation.named("program")
        .before(JobSetProgramScenarioTest::install)
        .serving("one", program("one"))
        .serving("two", program("two"))
        .script(
            world -> {
              world.await("certificates", () -> !bundle(world).isEmpty());
              Secret secret = world.objects().fetch(Secret.class, SECRET);
              assertThat(secret.getData())
                  .containsOnlyKeys("ca.crt", "ca.key", "tls.crt", "tls.key");
              assertThat(bundle(world)).isEqualTo(secret.getData().get("ca.crt"));

              world.objects().create(jobSet());
              world.await("a Job", () -> world.objects().list(Job.class, "default").size() == 1);

              assertThat(
                      world
                          .objects()
                          .fetch(JobSet.class, ObjectKey.of("default", "js"))
                          .getSpec()
                          .getSuccessPolicy())
                  .isNotNull();
              String leader =
                  world
                      .objects()
                      .fetch(Lease.class, ObjectKey.of("jobset-system", "6d4f6a47.jobset.x-k8s.io"))
                      .getSpec()
                      .getHolderIdentity();
              String gone = leader.startsWith("one") ? "one" : "two";
              world.kill(gone);
              world.objects().delete(Job.class, ObjectKey.of("default", "js-a-0"));
              world.await(
                  "the other to take over",
                  () -> world.objects().list(Job.class, "default").size() == 1);
            })
        .run(1);
  }

  private static Serving program(String host) {
    return (env, route) -> {
      Flags flags = Settings.flags();
      flags.parse(List.of("--config=" + TestData.root().resolve("deploy/jobset/config.yaml")));
      Settings settings = Settings.of(flags, Env.production().files()).withoutServers();
      Manager manager = JobSetProgram.start(env, settings, host);
      route.serve(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE, manager.webhooks());
      manager.run();
    };
  }

  private static void install(World world) throws Exception {
    world
        .objects()
        .call(
            ApiRequest.of("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions")
                .body("application/json", Json.bytes(Crds.of(JobSet.class))));
    world
        .objects()
        .create(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(SECRET.namespace())
                .endMetadata()
                .build());
    world
        .objects()
        .create(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(SECRET.namespace())
                .withName(SECRET.name())
                .endMetadata()
                .build());
    for (HasMetadata configuration :
        JobSetWebhooks.configurations(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE)) {
      world
          .objects()
          .call(
              ApiRequest.of("POST", ResourceType.of(configuration.getClass()).path(""))
                  .body("application/json", Json.bytes(configuration)));
    }
  }

  private static String bundle(World world) throws Exception {
    String bundle =
        world
            .objects()
            .fetch(MutatingWebhookConfiguration.class, ObjectKey.of(JobSetWebhooks.MUTATING))
            .getWebhooks()
            .getFirst()
            .getClientConfig()
            .getCaBundle();
    return bundle == null ? "" : bundle;
  }

  private static JobSet jobSet() throws Exception {
    return Json.yamlMapper()
        .readValue(
            """
            apiVersion: jobset.x-k8s.io/v1alpha2
            kind: JobSet
            metadata: {name: js, namespace: default}
            spec:
              replicatedJobs:
              - name: a
                template: {spec: {template: {spec: {containers: [{name: c, image: i}]}}}}
            """,
            JobSet.class);
  }
}
