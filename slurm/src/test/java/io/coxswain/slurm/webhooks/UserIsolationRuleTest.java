package io.coxswain.slurm.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.slurm.LoginNode;
import io.coxswain.api.slurm.UserIsolation;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UserIsolationRuleTest {
  @Test
  void acceptsValuesWithinTheLimit() {
    assertThat(UserIsolationRule.check(login("10Gi", null, null))).isEmpty();
    assertThat(UserIsolationRule.check(login("10Gi", "1Gi", "2Gi"))).isEmpty();
    assertThat(UserIsolationRule.check(login(null, "1Gi", "2Gi"))).isEmpty();
  }

  @Test
  void ignoresDisabledIsolation() {
    LoginNode login = login("1Gi", "5Gi", "1Gi");
    Objects.requireNonNull(login.getUserIsolation()).setEnabled(false);

    assertThat(UserIsolationRule.check(login)).isEmpty();
  }

  @Test
  void rejectsZeroAndNegativeValues() {
    assertThat(UserIsolationRule.check(login("1Gi", "0", null)))
        .contains("login.userIsolation.memoryHigh (0) must be greater than zero");
    assertThat(UserIsolationRule.check(login("1Gi", null, "-1")))
        .contains("login.userIsolation.memoryMax (-1) must be greater than zero");
  }

  @Test
  void comparesWithTheComputedLimit() {
    assertThat(UserIsolationRule.check(login("1000", "950", null)))
        .contains("effective login.userIsolation.memoryHigh (950) must not exceed memoryMax (900)");
    assertThat(UserIsolationRule.check(login("1000", null, "700")))
        .contains("effective login.userIsolation.memoryHigh (800) must not exceed memoryMax (700)");
  }

  @Test
  void rejectsTheFullMemoryOfTheContainer() {
    assertThat(UserIsolationRule.check(login("1Gi", null, "1024Mi")))
        .contains(
            "login.userIsolation.memoryMax (1Gi) must be lower than the sshd container memory limit"
                + " (1Gi)");
  }

  private static LoginNode login(
      @Nullable String container, @Nullable String high, @Nullable String max) {
    var login = new LoginNode();
    if (container != null) {
      login.getSshd().setResources(Map.of("memory", new Quantity(container)));
    }
    var isolation = new UserIsolation();
    isolation.setEnabled(true);
    isolation.setMemoryHigh(high == null ? null : new Quantity(high));
    isolation.setMemoryMax(max == null ? null : new Quantity(max));
    login.setUserIsolation(isolation);
    return login;
  }
}
