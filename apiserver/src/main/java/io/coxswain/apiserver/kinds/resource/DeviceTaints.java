package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.time.Instant;
import java.util.List;

/** The defaults and rules of the taints of devices, in ResourceSlices and DeviceTaintRules. */
final class DeviceTaints {
  private DeviceTaints() {}

  /** A taint without a time counts from now on. */
  static void addTime(ObjectNode taint, Instant now) {
    Meta.setDefault(taint, "timeAdded", Meta.time(now));
  }

  static void check(Field taint) {
    taint.get("key").with(taint.text("key")).matches(Formats::qualifiedName);
    taint.get("value").matches(Formats::labelValue);
    if (taint.get("effect").isGiven()) {
      taint.get("effect").oneOf(List.of("NoExecute", "NoSchedule", "None"));
    }
  }
}
