package io.coxswain.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GoNamesTest {
  @Test
  void namesTypesThatAreNotStructs() {
    assertThat(GoNames.type("core.v1.ContainerPort", "protocol")).isEqualTo("v1.Protocol");
    assertThat(GoNames.type("core.v1.ContainerPort", "hostPort")).isEmpty();
    assertThat(GoNames.type("meta.v1.ObjectMeta", "uid")).isEqualTo("types.UID");
    assertThat(GoNames.type("core.v1.Capabilities", "add")).isEqualTo("[]v1.Capability");
    assertThat(GoNames.type("core.v1.PersistentVolumeClaimStatus", "allocatedResourceStatuses"))
        .isEqualTo("map[string]v1.ClaimResourceStatus");
  }

  @Test
  void namesThePathOfEmbeddedStructs() {
    String rule = "admissionregistration.v1.NamedRuleWithOperations";

    assertThat(GoNames.embedded(rule, "resourceNames")).isEmpty();
    assertThat(GoNames.embedded(rule, "operations")).isEqualTo("RuleWithOperations");
    assertThat(GoNames.embedded(rule, "scope")).isEqualTo("RuleWithOperations.Rule");
    assertThat(GoNames.embedded("core.v1.Pod", "kind")).isEmpty();
  }

  @Test
  void namesNothingOfTypesThatAreNotBuiltIn() {
    assertThat(GoNames.type("stable.example.com.v1.Train", "cars")).isEmpty();
    assertThat(GoNames.embedded("stable.example.com.v1.Train", "cars")).isEmpty();
  }
}
