package io.coxswain.runtime.webhook;

import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The webhooks of one kind, on kubebuilder's paths or custom ones. */
public final class KindHooks<T extends HasMetadata> {
  private static final Pattern PATH = Pattern.compile("^((/[a-zA-Z0-9-_]+)+|/)$");

  private final Webhooks webhooks;
  private final Class<T> type;
  private @Nullable String defaulterPath;
  private @Nullable String validatorPath;
  private boolean removeUnknown;

  KindHooks(Webhooks webhooks, Class<T> type) {
    this.webhooks = webhooks;
    this.type = type;
  }

  /** The path of the next defaulter, instead of {@code /mutate-<group>-<version>-<kind>}. */
  public KindHooks<T> defaulterPath(String path) {
    defaulterPath = checked(path);
    return this;
  }

  /** The path of the next validator, instead of {@code /validate-<group>-<version>-<kind>}. */
  public KindHooks<T> validatorPath(String path) {
    validatorPath = checked(path);
    return this;
  }

  /** Lets the defaulter's patch also remove fields that the type does not declare or omits. */
  public KindHooks<T> removeUnknown() {
    removeUnknown = true;
    return this;
  }

  public KindHooks<T> defaulter(Defaulter<T> defaulter) {
    webhooks.admit(
        defaulterPath == null ? path("/mutate-") : defaulterPath,
        new DefaultingHandler<>(type, defaulter, removeUnknown));
    return this;
  }

  public KindHooks<T> validator(Validator<T> validator) {
    webhooks.admit(
        validatorPath == null ? path("/validate-") : validatorPath,
        new ValidatingHandler<>(type, validator));
    return this;
  }

  private String path(String prefix) {
    ResourceType kind = ResourceType.of(type);
    return prefix
        + kind.group().replace('.', '-')
        + "-"
        + kind.version()
        + "-"
        + kind.kind().toLowerCase(Locale.ROOT);
  }

  static String checked(String path) {
    if (!PATH.matcher(path).matches()) {
      throw new IllegalArgumentException(
          "customPath \"" + path + "\" does not match this regex: " + PATH.pattern());
    }
    return path;
  }
}
