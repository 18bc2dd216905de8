package io.coxswain.slurm.render.config;

import static io.coxswain.slurm.values.ClusterValues.on;

import io.coxswain.api.Quantities;
import io.coxswain.api.slurm.LoginNode;
import io.coxswain.api.slurm.UserIsolation;
import io.coxswain.slurm.values.ClusterValues;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** user-isolation.conf: what each user of a login node may use. */
public final class UserIsolationConf {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final int HIGH_PERCENT = 80;
  private static final int MAX_PERCENT = 90;
  private static final long CPU_WEIGHT = 100;

  private UserIsolationConf() {}

  public static String of(ClusterValues values) {
    LoginNode login = values.nodes().getLogin();
    UserIsolation isolation = login.getUserIsolation();
    var conf =
        new ConfigText()
            .comment(
                " Managed by soperator. Consumed by sshd_entrypoint.sh and the PAM session hook.")
            .comment(" Memory values are in bytes (cgroup v2 memory.high / memory.max).");
    if (isolation == null || !on(isolation.getEnabled())) {
      return conf.property("SOPERATOR_USER_ISOLATION_ENABLED", false).toString();
    }
    Quantity memory = login.getSshd().getResources().get("memory");
    Long weight = isolation.getCpuWeight();
    return conf.property("SOPERATOR_USER_ISOLATION_ENABLED", true)
        .optional(
            "SOPERATOR_USER_ISOLATION_MEMORY_HIGH",
            bytes(isolation.getMemoryHigh(), memory, HIGH_PERCENT))
        .optional(
            "SOPERATOR_USER_ISOLATION_MEMORY_MAX",
            bytes(isolation.getMemoryMax(), memory, MAX_PERCENT))
        .property(
            "SOPERATOR_USER_ISOLATION_CPU_WEIGHT",
            weight == null || weight == 0 ? CPU_WEIGHT : weight)
        .toString();
  }

  /** What is given, else a part of the container's memory, if that is known. */
  static @Nullable Long bytes(@Nullable Quantity given, @Nullable Quantity container, int percent) {
    if (given != null) {
      return Quantities.saturated(Quantities.value(given.toString()), RoundingMode.UP);
    }
    BigDecimal whole = container == null ? BigDecimal.ZERO : Quantities.value(container.toString());
    return whole.signum() <= 0
        ? null
        : Quantities.saturated(
            whole
                .setScale(0, RoundingMode.UP)
                .multiply(BigDecimal.valueOf(percent))
                .divide(HUNDRED, 0, RoundingMode.DOWN),
            RoundingMode.DOWN);
  }
}
