package io.coxswain.cli;

import io.coxswain.apiserver.http.AuditWebhookClient;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.AuditOptions;
import io.coxswain.apiserver.spi.AuditOptions.Batch;
import io.coxswain.apiserver.spi.AuditOptions.Mode;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of kube-apiserver for its audit log. */
final class AuditFlags {
  private static final int USAGE_ERROR = 2;

  @Option(
      names = "--audit-policy-file",
      paramLabel = "FILE",
      description = "Path to the file that defines the audit policy.")
  @Nullable Path policy;

  @Option(
      names = "--audit-log-path",
      paramLabel = "FILE",
      description =
          "File to write audit events to, one JSON object per line. Needs --audit-policy-file.")
  @Nullable Path log;

  @Option(
      names = "--audit-log-mode",
      paramLabel = "MODE",
      defaultValue = "blocking",
      description =
          "When a request waits for its events in the log: batch, blocking, or blocking-strict,"
              + " which fails a request that cannot be recorded (default: ${DEFAULT-VALUE}).")
  String logMode = "blocking";

  @Option(
      names = "--audit-log-maxsize",
      paramLabel = "MB",
      defaultValue = "100",
      description =
          "Megabytes after which the audit log is rotated. 0 means never (default:"
              + " ${DEFAULT-VALUE}).")
  int maxMegabytes;

  @Option(
      names = "--audit-log-maxbackup",
      paramLabel = "N",
      defaultValue = "100",
      description = "Old audit log files to keep. 0 means all (default: ${DEFAULT-VALUE}).")
  int maxBackups;

  @Option(
      names = "--audit-log-maxage",
      paramLabel = "DAYS",
      defaultValue = "366",
      description =
          "Days to keep old audit log files, by the time in their names. 0 means forever (default:"
              + " ${DEFAULT-VALUE}).")
  int maxAge;

  @Option(
      names = "--audit-webhook-config-file",
      paramLabel = "FILE",
      description =
          "Path to a kubeconfig file that defines the server to send audit events to. Needs"
              + " --audit-policy-file.")
  @Nullable Path webhook;

  @Option(
      names = "--audit-webhook-mode",
      paramLabel = "MODE",
      defaultValue = "batch",
      description =
          "When a request waits until its events are sent: batch, blocking or blocking-strict"
              + " (default: ${DEFAULT-VALUE}).")
  String webhookMode = "batch";

  @Option(
      names = "--audit-webhook-batch-buffer-size",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "Events to keep before sending. More are lost. Only used in batch mode (default:"
              + " ${DEFAULT-VALUE}).")
  int bufferSize;

  @Option(
      names = "--audit-webhook-batch-max-size",
      paramLabel = "N",
      defaultValue = "400",
      description =
          "Events to send at once at most. Only used in batch mode (default: ${DEFAULT-VALUE}).")
  int batchSize;

  /** The options with the audit log, if there is one. */
  ApiServerOptions apply(Env env, ApiServerOptions options) {
    if (policy == null && log == null && webhook == null) {
      return options;
    }
    if (policy == null || (log == null && webhook == null)) {
      throw new CommandException(
          webhook == null
              ? "--audit-policy-file and --audit-log-path need each other"
              : "--audit-webhook-config-file needs --audit-policy-file");
    }
    return options.withAudit(new AuditOptions(policy, log(), webhook(env)));
  }

  private AuditOptions.@Nullable Log log() {
    FlagValues.checkRange("--audit-log-maxsize", maxMegabytes, 0, 1_000_000);
    FlagValues.checkRange("--audit-log-maxbackup", maxBackups, 0, 1_000_000);
    FlagValues.checkRange("--audit-log-maxage", maxAge, 0, 100_000);
    Mode mode = mode("--audit-log-mode", logMode);
    return log == null ? null : new AuditOptions.Log(log, maxMegabytes, maxBackups, maxAge, mode);
  }

  private AuditOptions.@Nullable Webhook webhook(Env env) {
    FlagValues.checkRange("--audit-webhook-batch-buffer-size", bufferSize, 1, 1_000_000);
    FlagValues.checkRange("--audit-webhook-batch-max-size", batchSize, 1, 1_000_000);
    Mode mode = mode("--audit-webhook-mode", webhookMode);
    if (webhook == null) {
      return null;
    }
    var batch =
        new Batch(bufferSize, batchSize, Batch.DEFAULT.maxWait(), Batch.DEFAULT.firstBackoff());
    try {
      return new AuditOptions.Webhook(AuditWebhookClient.of(env, webhook), mode, batch);
    } catch (IOException e) {
      throw new CommandException("--audit-webhook-config-file: " + e.getMessage());
    }
  }

  private static Mode mode(String flag, String value) {
    return Arrays.stream(Mode.values())
        .filter(mode -> mode.toString().equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandException(
                    "%s: invalid value \"%s\": must be one of: batch, blocking, blocking-strict"
                        .formatted(flag, value),
                    USAGE_ERROR));
  }
}
