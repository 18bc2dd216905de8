package io.coxswain.cli;

import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.AuditOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of kube-apiserver for its audit log. */
final class AuditFlags {
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

  /** The options with the audit log, if there is one. */
  ApiServerOptions apply(ApiServerOptions options) {
    if (policy == null && log == null) {
      return options;
    }
    if (policy == null || log == null) {
      throw new CommandException("--audit-policy-file and --audit-log-path need each other");
    }
    FlagValues.checkRange("--audit-log-maxsize", maxMegabytes, 0, 1_000_000);
    FlagValues.checkRange("--audit-log-maxbackup", maxBackups, 0, 1_000_000);
    return options.withAudit(new AuditOptions(policy, log, maxMegabytes, maxBackups));
  }
}
