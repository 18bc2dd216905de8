package io.coxswain.apiserver.spi;

import java.nio.file.Path;

/**
 * How requests are recorded.
 *
 * @param policy the file with the audit policy
 * @param file the log, with one event per line
 * @param maxMegabytes of a file; 0 for no limit
 * @param maxBackups the number of old files that are kept; 0 for all
 */
public record AuditOptions(Path policy, Path file, int maxMegabytes, int maxBackups) {}
