package io.coxswain.apiserver.crd;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order of versions such as v2, v1, v1beta2, v1alpha1: from the most to the least stable. */
final class VersionOrder {
  private static final Pattern FORM =
      Pattern.compile("v([1-9][0-9]{0,8})((alpha|beta)([1-9][0-9]{0,8}))?");

  private VersionOrder() {}

  /** Positive if the first is more stable or newer; names that are not versions come last. */
  static int compare(String a, String b) {
    Matcher x = FORM.matcher(a);
    Matcher y = FORM.matcher(b);
    boolean first = x.matches();
    boolean second = y.matches();
    if (!first || !second) {
      return first == second ? b.compareTo(a) : first ? 1 : -1;
    }
    int order = Integer.compare(stage(x), stage(y));
    order = order != 0 ? order : Integer.compare(number(x, 1), number(y, 1));
    return order != 0 ? order : Integer.compare(number(x, 4), number(y, 4));
  }

  private static int stage(Matcher version) {
    String stage = version.group(3);
    return stage == null ? 2 : stage.equals("beta") ? 1 : 0;
  }

  private static int number(Matcher version, int group) {
    return version.group(group) == null ? 0 : Integer.parseInt(version.group(group));
  }
}
