package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SoperatorChecksCommandTest {

  @AfterEach
  void restoreLogs() throws Exception {
    TestLogs.restore();
  }

  @Test
  @Scenario("soperator-7")
  void exitsWithOneForInvalidThresholds() {
    assertThat(
            Coxswain.commandLine()
                .execute("soperatorchecks", "--ephemeral-storage-resume-threshold=85"))
        .isEqualTo(1);
  }

  @Test
  void exitsWithTwoForAnUnknownFlag() {
    assertThat(Coxswain.commandLine().execute("soperatorchecks", "--operator-namespace=x"))
        .isEqualTo(2);
  }
}
