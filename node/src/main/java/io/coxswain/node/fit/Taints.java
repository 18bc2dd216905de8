package io.coxswain.node.fit;

import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which taints keep a pod away. */
public final class Taints {
  private Taints() {}

  /** Whether one of the taints forbids the node to a pod with these tolerations. */
  public static boolean forbid(List<Taint> taints, List<Toleration> tolerations) {
    for (Taint taint : taints) {
      if ((taint.getEffect().equals("NoSchedule") || taint.getEffect().equals("NoExecute"))
          && !tolerated(taint, tolerations)) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of the taints ends pods with these tolerations. */
  public static boolean evict(List<Taint> taints, List<Toleration> tolerations) {
    return taints.stream()
        .anyMatch(t -> t.getEffect().equals("NoExecute") && !tolerated(t, tolerations));
  }

  /** The number of taints with effect PreferNoSchedule that are not tolerated. */
  public static long dislike(List<Taint> taints, List<Toleration> tolerations) {
    return taints.stream()
        .filter(t -> t.getEffect().equals("PreferNoSchedule") && !tolerated(t, tolerations))
        .count();
  }

  private static boolean tolerated(Taint taint, List<Toleration> tolerations) {
    for (Toleration toleration : tolerations) {
      if (tolerates(toleration, taint)) {
        return true;
      }
    }
    return false;
  }

  private static boolean tolerates(Toleration toleration, Taint taint) {
    if (isSet(toleration.getEffect()) && !toleration.getEffect().equals(taint.getEffect())) {
      return false;
    }
    if (isSet(toleration.getKey()) && !toleration.getKey().equals(taint.getKey())) {
      return false;
    }
    return "Exists".equals(toleration.getOperator())
        || (isSet(toleration.getKey())
            && orEmpty(toleration.getValue()).equals(orEmpty(taint.getValue())));
  }

  private static boolean isSet(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
