package io.coxswain.slurm.exporter;

import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.flags.GoDuration;
import io.coxswain.runtime.logging.ZapOptions;
import io.coxswain.slurm.program.SlurmLogging;
import java.time.Duration;
import java.util.Locale;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The combination of flags and environment: a flag takes precedence, then a non-empty variable,
 * then the default.
 *
 * @param staticToken a secret: must not be logged
 */
public record ExporterSettings(
    ZapOptions logging,
    String metricsAddress,
    String monitoringAddress,
    String server,
    String namespace,
    String cluster,
    Duration interval,
    int inflight,
    JobSource jobs,
    boolean standalone,
    String staticToken,
    String scontrol,
    Duration rotation,
    String kubeconfig) {
  /** What is wrong when the cluster has no name; the usage is shown with it. */
  public static final String NO_CLUSTER =
      "Error: --cluster-name (or SLURM_EXPORTER_CLUSTER_NAME) is required";

  private static final Logger log = LoggerFactory.getLogger("soperator-exporter");
  private static final Duration ROTATION = Duration.ofMinutes(30);
  private static final String PREFIX = "SLURM_EXPORTER_";

  private static final String CLUSTER = "cluster-name";
  private static final String INTERVAL = "collection-interval";
  private static final String INFLIGHT = "max-collector-inflight";
  private static final String SOURCE = "job-source";
  private static final String LOOKBACK = "accounting-jobs-lookback";
  private static final String ROTATE = "key-rotation-interval";

  /** The flags of the program, before any is read. */
  public static Flags flags() {
    return new Flags(Flags.Style.GO)
        .string("log-format", "json", "Log format: plain or json")
        .string("log-level", "debug", "Log level")
        .string("metrics-bind-address", ":8080", "The address the metric endpoint binds to.")
        .string("monitoring-bind-address", ":8081", "The address the monitoring endpoint binds to.")
        .string(
            "slurm-api-server",
            "http://localhost:6820",
            "The address of the Slurm REST API server.")
        .string("cluster-namespace", "soperator", "The namespace of the Slurm cluster")
        .string(CLUSTER, "", "The name of the Slurm cluster (required)")
        .string(INTERVAL, "30s", "How often to collect metrics from SLURM APIs")
        .string(INFLIGHT, "1", "Maximum in-flight runs per exporter sub-collector")
        .string(
            SOURCE,
            "controller",
            "SLURM job source: controller (Slurm controller API) or accounting (Slurm accounting"
                + " API)")
        .string(
            LOOKBACK,
            "1h",
            "when --job-source=accounting, the size of the time window queried from the accounting"
                + " API ([now - lookback, now + 5m]).")
        .string("scontrol-path", "scontrol", "Path to scontrol command for standalone mode")
        .string(ROTATE, "30m", "Key rotation interval for standalone mode (e.g., 30m, 1h)")
        .string("kubeconfig-path", "", "Path to a kubeconfig for out-of-cluster use (optional)")
        .bool("standalone", false, "Run without Kubernetes (skip k8s client/JWT)")
        .string(
            "static-token",
            "",
            "Static JWT to send in X-SLURM-USER-TOKEN (use with rest_auth/jwt)");
  }

  public static ExporterSettings of(Flags flags, SortedMap<String, String> environment)
      throws FlagException {
    var said = new Said(flags, environment);
    if (said.text(CLUSTER).isEmpty()) {
      throw new FlagException(NO_CLUSTER);
    }
    String token = flags.string("static-token");
    return new ExporterSettings(
        SlurmLogging.options(said.text("log-format"), said.text("log-level")),
        said.text("metrics-bind-address"),
        said.text("monitoring-bind-address"),
        said.text("slurm-api-server"),
        said.text("cluster-namespace"),
        said.text(CLUSTER),
        positive(INTERVAL, said.text(INTERVAL)),
        inflight(said.text(INFLIGHT)),
        source(said),
        flags.isSet("standalone"),
        token.isEmpty() ? environment.getOrDefault(PREFIX + "TOKEN", "") : token,
        said.text("scontrol-path"),
        rotation(said.text(ROTATE)),
        flags.string("kubeconfig-path"));
  }

  /** Flags and environment. */
  private record Said(Flags flags, SortedMap<String, String> environment) {
    String text(String flag) {
      String variable = PREFIX + flag.replace('-', '_').toUpperCase(Locale.ROOT);
      String value = environment.getOrDefault(variable, "");
      return flags.isGiven(flag) || value.isEmpty() ? flags.string(flag) : value;
    }
  }

  private static Duration positive(String flag, String text) throws FlagException {
    Duration duration;
    try {
      duration = PrometheusDuration.parse(text);
    } catch (FlagException e) {
      throw new FlagException("--" + flag + ": " + e.getMessage());
    }
    if (duration.isNegative() || duration.isZero()) {
      throw new FlagException("--" + flag + ": " + text + ": must be > 0");
    }
    return duration;
  }

  private static int inflight(String text) throws FlagException {
    try {
      int number = Integer.parseInt(text.strip());
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new FlagException("--" + INFLIGHT + ": \"" + text + "\": must be a number > 0");
  }

  private static JobSource source(Said said) throws FlagException {
    String source = said.text(SOURCE).strip().toLowerCase(Locale.ROOT);
    return switch (source) {
      case "", "controller" -> new JobSource.Controller();
      case "accounting" ->
          new JobSource.Accounting(said.text(CLUSTER), positive(LOOKBACK, said.text(LOOKBACK)));
      default ->
          throw new FlagException(
              "--"
                  + SOURCE
                  + ": unsupported job source \""
                  + said.text(SOURCE)
                  + "\"; must be one of: controller, accounting");
    };
  }

  private static Duration rotation(String text) {
    try {
      return GoDuration.parse(text);
    } catch (FlagException e) {
      log.atError()
          .addKeyValue("flag", ROTATE)
          .addKeyValue("default", ROTATION)
          .setCause(e)
          .log("Failed to parse duration, using the default");
      return ROTATION;
    }
  }

  @Override
  public String toString() {
    return "settings for cluster " + namespace + "/" + cluster; // holds a token
  }
}
