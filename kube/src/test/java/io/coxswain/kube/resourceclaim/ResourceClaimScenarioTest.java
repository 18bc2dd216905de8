package io.coxswain.kube.resourceclaim;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.runtime.client.Owners;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceClaimScenarioTest {
  private static final String FROM_TEMPLATE = "{name: gpu, resourceClaimTemplateName: t}";
  private static final String SHARED = "{name: shared, resourceClaimName: s}";

  private static void play(String name, ClaimScripts.Script script) {
    play(name, ResourceClaimOptions.byDefault(), script);
  }

  private static void play(String name, ResourceClaimOptions options, ClaimScripts.Script script) {
    ClaimScripts.with(name, options, script).network(Network.PROMPT).run(1);
  }

  private static void settle(ClaimScripts claims) {
    claims.cluster.world().run(Duration.ofSeconds(2));
  }

  @Test
  void createsAClaimForEachTemplateAndRecordsItInThePodStatus() {
    play(
        "make",
        claims -> {
          claims.template("t");
          Pod pod =
              claims.pod("p", FROM_TEMPLATE, "{name: other, resourceClaimTemplateName: t}", SHARED);
          settle(claims);

          assertThat(claims.all()).hasSize(2);
          ResourceClaim made = claims.fetch(claims.told("p").getFirst());
          assertThat(made.getMetadata().getName()).startsWith("p-gpu-").hasSize(11);
          assertThat(made.getMetadata().getLabels()).containsEntry("a", "b");
          assertThat(made.getMetadata().getAnnotations())
              .containsEntry("note", "x")
              .containsEntry("resource.kubernetes.io/pod-claim-name", "gpu");
          assertThat(Owners.isControlledBy(made, pod)).isTrue();
          assertThat(Owners.of(made).getFirst().getBlockOwnerDeletion()).isNull();
          assertThat(made.getSpec().getDevices().getRequests()).hasSize(1);
          assertThat(claims.told("p").get(1)).startsWith("p-other-");
          assertThat(claims.fetchPod("p").getMetadata().getManagedFields())
              .anyMatch(
                  m ->
                      m.getManager().equals("ResourceClaimController")
                          && m.getOperation().equals("Apply")
                          && "status".equals(m.getSubresource()));
          claims.cluster.world().awaitSilence(Duration.ofSeconds(30));
        });
  }

  @Test
  void recreatesADeletedClaimAndKeepsTheOther() {
    play(
        "again",
        claims -> {
          claims.template("t");
          claims.pod("p", FROM_TEMPLATE, "{name: other, resourceClaimTemplateName: t}");
          settle(claims);
          List<String> before = claims.told("p");

          claims.cluster.world().objects().delete(ResourceClaim.class, key(before.getFirst()));
          settle(claims);

          assertThat(claims.told("p")).hasSize(2).doesNotContain(before.getFirst());
          assertThat(claims.told("p")).contains(before.get(1));
          assertThat(claims.all()).hasSize(2);
          claims.cluster.world().awaitSilence(Duration.ofSeconds(30));
        });
  }

  @Test
  void recordsAMissingTemplateAndContinuesOnceItExists() {
    play(
        "missing",
        claims -> {
          claims.pod("p", FROM_TEMPLATE);
          claims.cluster.world().run(Duration.ofMinutes(10));
          assertThat(claims.all()).isEmpty();
          assertThat(claims.cluster.events("p"))
              .contains(
                  "Warning FailedResourceClaimCreation PodResourceClaim gpu: resource claim"
                      + " template \"t\": resourceclaimtemplate.resource.k8s.io \"t\" not found");

          claims.template("t");
          settle(claims);
          assertThat(claims.told("p")).hasSize(1);
        });
  }

  @Test
  void rejectsFieldsOfDisabledFeatures() {
    play(
        "gates",
        new ResourceClaimOptions(false, false),
        claims -> {
          claims.cluster.create(
              ResourceClaimTemplate.class,
              """
              metadata: {name: t}
              spec: {spec: {devices: {requests: [{name: g, firstAvailable: [
                {name: a, deviceClassName: a.example.com}]}]}}}
              """);
          claims.pod("p", FROM_TEMPLATE);
          settle(claims);
          assertThat(claims.all()).isEmpty();
          assertThat(claims.cluster.events("p"))
              .contains(
                  "Warning FailedResourceClaimCreation PodResourceClaim gpu: template includes a"
                      + " prioritized list of subrequests, but the feature is disabled");
        });
  }

  @Test
  void reservesAnAllocatedClaimForAPodThatWasBoundWithoutIt() {
    play(
        "reserve",
        claims -> {
          claims.claim("s");
          claims.allocate("s");
          Pod pod = claims.pod("p", SHARED);
          settle(claims);
          assertThat(ResourceClaimPlan.users(claims.fetch("s"))).isEmpty();

          claims.cluster.bind(pod, "n");
          settle(claims);
          assertThat(ResourceClaimPlan.users(claims.fetch("s")))
              .singleElement()
              .satisfies(u -> assertThat(u.getUid()).isEqualTo(pod.getMetadata().getUid()));
        });
  }

  @Test
  void deallocatesAClaimWhenItsLastUserEnds() {
    play(
        "release",
        claims -> {
          claims.claim("s");
          Pod one = claims.pod("one", SHARED);
          Pod two = claims.pod("two", SHARED);
          claims.allocate("s", one, two);
          claims.cluster.bind(one, "n");
          claims.cluster.bind(two, "n");
          claims.cluster.succeed(one);
          settle(claims);
          assertThat(ResourceClaimPlan.users(claims.fetch("s")))
              .singleElement()
              .satisfies(u -> assertThat(u.getName()).isEqualTo("two"));
          assertThat(claims.fetch("s").getStatus().getAllocation()).isNotNull();

          claims.cluster.remove(two);
          settle(claims);
          ResourceClaim free = claims.fetch("s");
          assertThat(ResourceClaimPlan.users(free)).isEmpty();
          assertThat(free.getStatus().getAllocation()).isNull();
          assertThat(free.getMetadata().getFinalizers()).isEmpty();
          claims.cluster.world().awaitSilence(Duration.ofSeconds(30));
        });
  }

  @Test
  void removesTheReservationOfAReplacedPod() {
    play(
        "replaced",
        claims -> {
          claims.claim("s");
          Pod old = claims.pod("p", SHARED);
          claims.cluster.remove(old);
          claims.pod("p", SHARED);
          claims.allocate("s", old);
          settle(claims);
          assertThat(claims.fetch("s").getStatus().getAllocation()).isNull();
        });
  }

  @Test
  void removesTheFinalizerOfAnUnusedDeletedClaim() {
    play(
        "delete",
        claims -> {
          claims.claim("s");
          claims.allocate("s");
          settle(claims);
          assertThat(claims.fetch("s").getStatus().getAllocation()).isNotNull();

          claims.cluster.world().objects().delete(ResourceClaim.class, key("s"));
          settle(claims);
          assertThat(claims.all()).isEmpty();
        });
  }

  @Test
  void deletesAMadeClaimWhenItsPodHasEnded() {
    play(
        "ended",
        claims -> {
          claims.template("t");
          Pod pod = claims.pod("p", FROM_TEMPLATE);
          settle(claims);
          claims.allocate(claims.told("p").getFirst(), pod);
          claims.cluster.bind(pod, "n");
          settle(claims);
          assertThat(claims.all()).hasSize(1);

          claims.cluster.succeed(pod);
          settle(claims);
          assertThat(claims.all()).isEmpty();
          claims.cluster.world().awaitSilence(Duration.ofSeconds(30));
        });
  }
}
