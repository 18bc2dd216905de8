package io.coxswain.runtime.config;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.env.Files;
import io.coxswain.runtime.flags.ConfigFile;
import io.coxswain.runtime.flags.FlagException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file of a controller manager (kind {@code Configuration}): how it is read, and
 * the sections that have the same fields in every program. A field is null if the file omits it.
 */
public interface ControllerManagerFile {
  String KIND = "Configuration";

  @Nullable String apiVersion();

  @Nullable String kind();

  /** Section {@code health}. */
  record Health(
      @Nullable String healthProbeBindAddress,
      @Nullable String readinessEndpointName,
      @Nullable String livenessEndpointName) {
    private static final Health EMPTY = new Health(null, null, null);

    /** The options of the section, or of an empty section. */
    public static ControllerManagerOptions.Health resolve(@Nullable Health section) {
      Health health = requireNonNullElse(section, EMPTY);
      return new ControllerManagerOptions.Health(
          orIfEmpty(health.healthProbeBindAddress, ":8081"),
          orIfEmpty(health.readinessEndpointName, "readyz"),
          orIfEmpty(health.livenessEndpointName, "healthz"));
    }
  }

  /** Section {@code certManagement} or {@code internalCertManagement}. */
  record CertManagement(
      @Nullable Boolean enable,
      @Nullable String webhookServiceName,
      @Nullable String webhookSecretName) {
    private static final CertManagement EMPTY = new CertManagement(null, null, null);

    /** The options of the section, or of an empty section, with the program's default names. */
    public static ControllerManagerOptions.CertManagement resolve(
        @Nullable CertManagement section, String defaultService, String defaultSecret) {
      CertManagement certificates = requireNonNullElse(section, EMPTY);
      return new ControllerManagerOptions.CertManagement(
          requireNonNullElse(certificates.enable, true),
          orIfEmpty(certificates.webhookServiceName, defaultService),
          orIfEmpty(certificates.webhookSecretName, defaultSecret));
    }
  }

  /** Section {@code clientConnection}. */
  record ClientConnection(@Nullable Double qps, @Nullable Integer burst) {
    private static final ClientConnection EMPTY = new ClientConnection(null, null);

    /** The options of the section, or of an empty section, with the program's defaults. */
    public static RateLimit resolve(@Nullable ClientConnection section, RateLimit defaults) {
      ClientConnection connection = requireNonNullElse(section, EMPTY);
      return new RateLimit(
          requireNonNullElse(connection.qps, defaults.qps()),
          requireNonNullElse(connection.burst, defaults.burst()));
    }
  }

  /**
   * Reads the file strictly and checks its apiVersion and kind.
   *
   * @throws FlagException if the file does not exist, has an unknown field or is of another kind
   */
  static <T extends ControllerManagerFile> T read(
      Files files, String name, Class<T> type, String apiVersion) throws FlagException {
    if (!files.exists(Path.of(name))) {
      throw new FlagException(
          "failed to read config file: open " + name + ": no such file or directory");
    }
    T file;
    try {
      file = ConfigFile.read(files, Path.of(name), type);
    } catch (FlagException e) {
      throw new FlagException("failed to decode config file: " + e.getMessage());
    }
    if (!KIND.equals(file.kind()) || !apiVersion.equals(file.apiVersion())) {
      throw new FlagException(
          "failed to decode config file: %s: no kind \"%s\" is registered for version \"%s\"; must be kind \"%s\" of \"%s\""
              .formatted(
                  name,
                  requireNonNullElse(file.kind(), ""),
                  requireNonNullElse(file.apiVersion(), ""),
                  KIND,
                  apiVersion));
    }
    return file;
  }

  /** An error about a field of the file; without a file, the field alone. */
  static FlagException invalid(String name, String message) {
    return new FlagException(
        (name.isEmpty() ? "" : name + ": ") + "invalid configuration: " + message);
  }

  static String orIfEmpty(@Nullable String value, String defaultValue) {
    return value == null || value.isEmpty() ? defaultValue : value;
  }
}
