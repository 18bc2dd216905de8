package io.coxswain.kube.selinuxwarning;

import io.fabric8.kubernetes.api.model.SELinuxOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The SELinux label of files, as far as a pod determines it.
 *
 * @param parts user, role, type and level, each empty if the node determines it
 */
record SelinuxLabel(List<String> parts) {
  static final SelinuxLabel NONE = new SelinuxLabel(List.of("", "", "", ""));

  static SelinuxLabel of(SELinuxOptions options) {
    return new SelinuxLabel(
        List.of(
            text(options.getUser()),
            text(options.getRole()),
            text(options.getType()),
            text(options.getLevel())));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  boolean isNone() {
    return equals(NONE);
  }

  /** A missing user, role or type may be that of the other label; a missing level may not. */
  boolean conflictsWith(SelinuxLabel other) {
    for (int i = 0; i < 3; i++) {
      String one = parts.get(i);
      String two = other.parts.get(i);
      if (!one.isEmpty() && !two.isEmpty() && !one.equals(two)) {
        return true;
      }
    }
    return !parts.getLast().equals(other.parts.getLast());
  }

  /** As in the events and metrics of upstream; empty without any part. */
  @Override
  public String toString() {
    return isNone() ? "" : String.join(":", parts);
  }
}
