package io.coxswain.kube.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.host.controllers.Descriptors;
import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.kube.host.options.HostOptions;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the program makes of its command line before it does anything. */
class CommandLineTest {

  /** What is said of a command line that is refused with exit code 1. */
  private static String refusal(String... flags) throws IOException {
    var program = SimulatedManager.bare("one", flags);
    program.files.clear();
    try (var logs = new Logs()) {
      program.main(Env.production());
      assertThat(program.exitCode()).isEqualTo(1);
      assertThat(program.out).isEmpty();
      return String.join("\n", program.err) + String.join("\n", logs.lines());
    }
  }

  @Test
  @Scenario("kcm-host-4")
  void rejectsAnUnknownController() throws IOException {
    assertThat(refusal("--controllers=foo"))
        .contains("\"foo\" is not in the list of known controllers");
  }

  @Test
  @Scenario("kcm-host-5")
  void namesAnUnknownControllerWithoutItsDash() throws IOException {
    assertThat(refusal("--controllers=*,-foo-is-unknown"))
        .contains("\"foo-is-unknown\" is not in the list of known controllers");
  }

  @Test
  void rejectsMetricLabelsThatAreNoPairs() throws IOException {
    assertThat(refusal("--allow-metric-labels=m=v"))
        .contains("--allow-metric-labels must have a list of kv pair with format");
    assertThat(refusal("--allow-metric-labels=m,a")).contains("m must be formatted as key=value");
  }

  @Test
  @Scenario("kcm-host-9")
  void takesNoArguments() throws IOException {
    assertThat(refusal("x"))
        .isEqualTo("Error: \"kube-controller-manager\" does not take any arguments, got [\"x\"]");
  }

  @Test
  @Scenario("kcm-host-10")
  void rejectsALeaseShorterThanItsRenewDeadline() throws IOException {
    assertThat(refusal("--leader-elect-lease-duration=5s"))
        .contains("leaseDuration must be greater than renewDeadline");
    assertThat(refusal("--leader-elect-renew-deadline=2s"))
        .contains("renewDeadline must be greater than retryPeriod*JitterFactor");
  }

  @Test
  @Scenario("kcm-host-11")
  void locksWithLeasesAlone() throws IOException {
    assertThat(refusal("--leader-elect-resource-lock=endpoints"))
        .contains("resourceLock value must be \"leases\"");
  }

  @Test
  @Scenario("kcm-host-24")
  void rejectsGatesThatAreUnknownOrLocked() throws IOException {
    assertThat(refusal("--feature-gates=NoSuch=true"))
        .contains("unrecognized feature gate: NoSuch");
    assertThat(refusal("--feature-gates=SeparateTaintEvictionController=false"))
        .contains(
            "cannot set feature gate SeparateTaintEvictionController to false, feature is locked"
                + " to true");
  }

  @Test
  void reportsAllErrorsAtOnce() throws IOException {
    assertThat(
            refusal(
                "--concurrent-service-endpoint-syncs=0",
                "--max-endpoints-per-slice=2000",
                "--concurrent-job-syncs=0"))
        .contains(
            "[concurrent-job-syncs must be greater than 0, but got 0,"
                + " concurrent-service-endpoint-syncs must not be less than 1, but got 0,"
                + " max-endpoints-per-slice must not be more than 1000, but got 2000]");
  }

  @Test
  void showsItsFlagsWhenOneIsWrong() throws IOException {
    String said = refusal("--port=10252");
    assertThat(said).startsWith("Usage:\n  kube-controller-manager [flags]\n\nDebugging flags:\n");
    assertThat(said).endsWith("Error: unknown flag: --port");
    assertThat(refusal("--kube-api-qps=abc"))
        .endsWith(
            "Error: invalid argument \"abc\" for \"--kube-api-qps\" flag: strconv.ParseFloat:"
                + " parsing \"abc\": invalid syntax");
    assertThat(refusal("-v")).endsWith("Error: flag needs an argument: 'v' in -v");
  }

  @Test
  void printsHelpBySetsAndWrapped() throws IOException {
    var program = SimulatedManager.bare("one", "--help");
    program.files.clear();
    program.main(Env.production());
    assertThat(program.exitCode()).isZero();
    String help = String.join("\n", program.out);
    assertThat(help.lines().filter(line -> line.endsWith(" flags:")).toList())
        .startsWith("Debugging flags:", "Leader-migration flags:", "Generic flags:")
        .contains("Secure serving flags:", "Replicationcontroller-controller flags:")
        .endsWith("Misc flags:", "Global flags:", "Coxswain flags:");
    assertThat(help).contains("  -v, --v Level").contains("--leader-elect-retry-period duration");
    // Only what cannot be broken is wider than the terminal.
    assertThat(help.lines().filter(line -> line.length() > 100))
        .allMatch(line -> !line.strip().contains(" ") || line.contains("--"));
  }

  @Test
  void printsItsVersion() throws IOException {
    var program = SimulatedManager.bare("one", "--version");
    program.files.clear();
    program.main(Env.production());
    assertThat(program.exitCode()).isZero();
    assertThat(program.out).containsExactly("Kubernetes v1.35.8");
  }

  @Test
  void treatsUnderscoresAsDashesAndReplacesThenExtendsLists() throws FlagException {
    var options = new HostOptions(Descriptors.names(Descriptors.all()));
    options.parse(
        List.of(
            "--concurrent_rc_syncs",
            "7",
            "--controllers=a,b",
            "--controllers=c",
            "--leader-elect=false",
            "--min-resync-period=1h30m",
            ""));
    assertThat(options.workloads.replicationControllers.get()).isEqualTo(7);
    assertThat(options.generic.controllers.get()).containsExactly("a", "b", "c");
    assertThat(options.generic.election.elect.get()).isFalse();
    assertThat(options.generic.minResyncPeriod.text()).isEqualTo("1h30m0s");
  }

  /** Defaults that differ from one another in kind, as v1.35 has them. */
  @Test
  void hasUpstreamsDefaults() {
    var options = new HostOptions(Descriptors.names(Descriptors.all()));
    Map<String, String> values = new TreeMap<>();
    for (Flag<?> flag : options.sets().flags()) {
      values.put(flag.name(), flag.text());
    }
    assertThat(values)
        .hasSize(149)
        .containsEntry("secure-port", "10257")
        .containsEntry("controllers", "[*]")
        .containsEntry("min-resync-period", "12h0m0s")
        .containsEntry("kube-api-qps", "20")
        .containsEntry("mirroring-max-endpoints-per-subset", "1000")
        .containsEntry("pv-recycler-timeout-increment-hostpath", "30")
        .containsEntry("node-monitor-grace-period", "50s")
        .containsEntry("unhealthy-zone-threshold", "0.55")
        .containsEntry("terminated-pod-gc-threshold", "12500")
        .containsEntry("cluster-signing-duration", "8760h0m0s")
        .containsEntry("authorization-always-allow-paths", "[/healthz,/readyz,/livez]")
        .containsEntry("requestheader-extra-headers-prefix", "[x-remote-extra-]");
  }

  @Test
  void turnsAllGatesOfAStage() throws FlagException {
    var options = new HostOptions(Descriptors.names(Descriptors.all()));
    options.parse(List.of("--feature-gates=AllAlpha=true,ComponentStatusz=false"));
    FeatureGates gates = options.gates();
    assertThat(gates.isOn("ComponentFlagz")).isTrue();
    assertThat(gates.isOn("ComponentStatusz")).isFalse();
    assertThat(gates.isOn("MaxUnavailableStatefulSet")).isFalse();
    assertThat(FeatureGates.byDefault().isOn("ComponentFlagz")).isFalse();
  }

  @Test
  void decidesGatesByTheEmulatedVersion() throws FlagException {
    var options = new HostOptions(Descriptors.names(Descriptors.all()));
    options.parse(List.of("--emulated-version=1.33", "--feature-gates=kube:JobManagedBy=false"));
    assertThat(options.gates().isOn("JobManagedBy")).isFalse();
    assertThat(options.gates().isOn("HPAConfigurableTolerance")).isFalse();
    assertThat(FeatureGates.byDefault().isOn("HPAConfigurableTolerance")).isTrue();
  }
}
