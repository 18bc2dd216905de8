package io.coxswain.real.dropin;

import io.coxswain.slurm.operator.SlurmScript;
import io.coxswain.slurm.operator.SlurmWorld;
import io.coxswain.slurm.webhooks.SlurmWebhooks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same script with the Go operator of Slurm clusters and with ours. */
final class SoperatorIT {
  /** The program has no flag for it. */
  private static final int PORT = 9443;

  @Test
  void leavesTheSameObjectsAsTheGoProgram() throws Exception {
    new SideBySide(
            "soperator",
            "/drop-in-soperator.txt",
            List.of(
                "--operator-namespace=" + SlurmWorld.NAMESPACE,
                "--leader-elect=false",
                "--metrics-bind-address=0",
                "--health-probe-bind-address=0"),
            SlurmScript.ENVIRONMENT,
            PORT,
            List.of(SlurmWebhooks.configuration(SlurmWorld.NAMESPACE, SlurmWebhooks.SERVICE)),
            SlurmScript::surroundings,
            SlurmWorld.serving(SlurmScript.ENVIRONMENT, "--leader-elect=false"),
            SlurmScript.NAMESPACES,
            world -> new SlurmScript(world).run(),
            SoperatorIT::plain)
        .compare();
  }

  /** Keys and passwords are new each time, and so are the revisions of what pods depend on. */
  private static String plain(String line) {
    if (line.startsWith("Secret ")) {
      return line.replaceAll("(\\.data\\..*?) = .*", "$1 = <secret>");
    }
    return line.contains(".annotations.versions")
        ? line.replaceAll("\"\\d+\"", "<revision>")
        : line;
  }
}
