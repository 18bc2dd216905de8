package io.coxswain.apiserver.admission.podsecurity;

import io.coxswain.api.FieldError;
import io.coxswain.apiserver.admission.podsecurity.LevelVersion.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The policy that the labels of a namespace set. An invalid label counts as the strictest level for
 * enforcing and as none for auditing and warning.
 *
 * @param errors the invalid labels
 */
record NamespacePolicy(
    LevelVersion enforce, LevelVersion audit, LevelVersion warn, List<FieldError> errors) {
  private static final String PREFIX = "pod-security.kubernetes.io/";
  private static final Pattern VERSION = Pattern.compile("v1\\.(0|[1-9][0-9]{0,5})");
  private static final NamespacePolicy NONE =
      new NamespacePolicy(LevelVersion.NONE, LevelVersion.NONE, LevelVersion.NONE, List.of());

  static NamespacePolicy of(Map<String, String> labels) {
    if (labels.keySet().stream().noneMatch(label -> label.startsWith(PREFIX))) {
      return NONE;
    }
    var errors = new ArrayList<FieldError>();
    Level enforced = level(labels, "enforce", errors);
    Integer since = version(labels, "enforce-version", errors);
    Level audited = level(labels, "audit", errors);
    Integer auditedSince = version(labels, "audit-version", errors);
    Level warned = level(labels, "warn", errors);
    Integer warnedSince = version(labels, "warn-version", errors);

    boolean said = labels.containsKey(PREFIX + "enforce");
    Level level = enforced != null ? enforced : said ? Level.RESTRICTED : Level.PRIVILEGED;
    var enforce = new LevelVersion(level, orLatest(since));
    LevelVersion warn;
    if (!labels.containsKey(PREFIX + "warn") && enforced != null && !enforce.isPrivileged()) {
      // A user whose pods would be rejected is also warned about templates that create them.
      warn = new LevelVersion(level, warnedSince != null ? warnedSince : enforce.minor());
    } else {
      warn = new LevelVersion(warned == null ? Level.PRIVILEGED : warned, orLatest(warnedSince));
    }
    var audit =
        new LevelVersion(audited == null ? Level.PRIVILEGED : audited, orLatest(auditedSince));
    return new NamespacePolicy(enforce, audit, warn, List.copyOf(errors));
  }

  private static int orLatest(@Nullable Integer minor) {
    return minor == null ? LevelVersion.LATEST : minor;
  }

  private static @Nullable Level level(
      Map<String, String> labels, String what, List<FieldError> errors) {
    String said = labels.get(PREFIX + what);
    if (said == null) {
      return null;
    }
    for (Level level : Level.values()) {
      if (level.toString().equals(said)) {
        return level;
      }
    }
    errors.add(error(what, said, "must be one of privileged, baseline, restricted"));
    return null;
  }

  private static @Nullable Integer version(
      Map<String, String> labels, String what, List<FieldError> errors) {
    String said = labels.get(PREFIX + what);
    if (said == null || said.equals("latest")) {
      return said == null ? null : LevelVersion.LATEST;
    }
    if (!VERSION.matcher(said).matches()) {
      errors.add(error(what, said, "must be \"latest\" or \"v1.x\""));
      return LevelVersion.LATEST;
    }
    return Integer.valueOf(said.substring("v1.".length()));
  }

  private static FieldError error(String what, String said, String detail) {
    return FieldError.invalid("metadata.labels[" + PREFIX + what + "]", said, detail);
  }

  boolean demandsNothing() {
    return enforce.isPrivileged()
        && audit.isPrivileged()
        && warn.isPrivileged()
        && errors.isEmpty();
  }
}
