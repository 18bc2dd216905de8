package io.coxswain.kube.clusterroleaggregation;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterRoleAggregationScenarioTest {

  private static ClusterRole whole(Cluster cluster) throws ApiException {
    return cluster.world().objects().fetch(ClusterRole.class, ObjectKey.of("whole"));
  }

  private static List<String> resources(Cluster cluster) throws ApiException {
    List<PolicyRule> rules = whole(cluster).getRules();
    return rules == null
        ? List.of()
        : rules.stream().flatMap(r -> r.getResources().stream()).toList();
  }

  private static void part(Cluster cluster, String name, String... resources) throws ApiException {
    var rules = new StringBuilder();
    for (String resource : resources) {
      rules.append("- {apiGroups: [\"\"], resources: [%s], verbs: [get]}\n".formatted(resource));
    }
    cluster.create(
        ClusterRole.class,
        "metadata: {name: %s, labels: {part: \"yes\"}}\nrules:\n%s".formatted(name, rules));
  }

  @Test
  @Scenario("kcm-controllers-42")
  void appliesTheRulesOfAllParts() {
    Cluster.with(
            "aggregate",
            ClusterRoleAggregationController::register,
            cluster -> {
              cluster.create(
                  ClusterRole.class,
                  """
                  metadata: {name: whole, labels: {part: "yes"}}
                  aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: "yes"}}]}
                  """);
              part(cluster, "b", "pods", "secrets");
              part(cluster, "a", "services", "pods");

              cluster.await(
                  "each rule once, by name of the part",
                  () -> resources(cluster).equals(List.of("services", "pods", "secrets")));
              assertThat(
                      whole(cluster).getMetadata().getManagedFields().stream()
                          .filter(f -> f.getOperation().equals("Apply"))
                          .map(ManagedFieldsEntry::getManager))
                  .containsExactly("clusterrole-aggregation-controller");

              cluster.world().objects().delete(ClusterRole.class, ObjectKey.of("b"));
              cluster.await(
                  "one part less", () -> resources(cluster).equals(List.of("services", "pods")));
              cluster.world().awaitSilence(Duration.ofMinutes(1));
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void leavesTheRulesOfARoleWhoseAggregationRuleWasRemoved() {
    Cluster.with(
            "no longer aggregated",
            ClusterRoleAggregationController::register,
            cluster -> {
              cluster.create(
                  ClusterRole.class,
                  """
                  metadata: {name: whole}
                  aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: "yes"}}]}
                  """);
              part(cluster, "a", "pods");
              cluster.await("the rules", () -> resources(cluster).equals(List.of("pods")));

              cluster
                  .world()
                  .objects()
                  .edit(
                      ClusterRole.class,
                      ObjectKey.of("whole"),
                      role -> role.setAggregationRule(null));
              part(cluster, "b", "secrets");
              cluster.world().objects().delete(ClusterRole.class, ObjectKey.of("a"));
              cluster.world().awaitSilence(Duration.ofMinutes(1));

              assertThat(resources(cluster)).containsExactly("pods");
            })
        .network(Network.PROMPT)
        .run(1);
  }
}
