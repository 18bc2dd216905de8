package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.jobSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.jobset.JobSet;
import org.junit.jupiter.api.Test;

class JobSetDefaultsTest {

  @Test
  void defaultsAllUnsetFields() {
    JobSet jobSet =
        JobSetDefaults.applied(
            jobSet("replicatedJobs: [{name: a, template: {spec: {template: {spec: {}}}}}]"));

    assertThat(Json.yaml(jobSet.getSpec()))
        .isEqualTo(
            """
            replicatedJobs:
            - name: a
              groupName: default
              template:
                spec:
                  completionMode: Indexed
                  template:
                    spec:
                      restartPolicy: OnFailure
              replicas: 1
            network:
              enableDNSHostnames: true
              publishNotReadyAddresses: true
            successPolicy:
              operator: All
            startupPolicy:
              startupPolicyOrder: AnyOrder
            """);
  }

  @Test
  void keepsSetFields() {
    JobSet jobSet =
        jobSet(
            """
            replicatedJobs:
            - name: a
              groupName: g
              replicas: 0
              template: {spec: {completionMode: NonIndexed, template: {spec: {restartPolicy: Never}}}}
            network: {enableDNSHostnames: false, publishNotReadyAddresses: false}
            successPolicy: {operator: Any}
            startupPolicy: {startupPolicyOrder: InOrder}
            failurePolicy: {restartStrategy: BlockingRecreate, rules: [{name: r, action: FailJobSet}]}
            """);

    assertThat(Json.tree((Object) JobSetDefaults.applied(jobSet)))
        .isEqualTo(Json.tree((Object) jobSet));
  }

  @Test
  void namesRulesByTheirPlaceAndDeletesClaims() {
    JobSet jobSet =
        JobSetDefaults.applied(
            jobSet(
                """
                failurePolicy: {rules: [{name: r, action: FailJobSet}, {action: FailJobSet}]}
                volumeClaimPolicies: [{templates: [{metadata: {name: x}}]}]
                """));

    assertThat(Json.yaml(jobSet.getSpec()))
        .contains("restartStrategy: Recreate", "name: failurePolicyRule1", "whenDeleted: Delete");
  }

  @Test
  void defaultingIsIdempotent() {
    JobSet once = JobSetDefaults.applied(jobSet("failurePolicy: {rules: [{action: FailJobSet}]}"));

    assertThat(Json.tree((Object) JobSetDefaults.applied(once)))
        .isEqualTo(Json.tree((Object) once));
  }
}
