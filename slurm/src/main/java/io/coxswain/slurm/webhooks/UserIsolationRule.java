package io.coxswain.slurm.webhooks;

import io.coxswain.api.Quantities;
import io.coxswain.api.slurm.LoginNode;
import io.coxswain.api.slurm.UserIsolation;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The limits of a login user fit below those of the container, and into each other. */
final class UserIsolationRule {
  private static final int HIGH_PERCENT = 80;
  private static final int MAX_PERCENT = 90;

  private UserIsolationRule() {}

  /** What is wrong with it; empty when nothing is. */
  static Optional<String> check(LoginNode login) {
    UserIsolation isolation = login.getUserIsolation();
    if (isolation == null || !Boolean.TRUE.equals(isolation.getEnabled())) {
      return Optional.empty();
    }
    Amount container = Amount.of(login.getSshd().getResources().get("memory"));
    Amount high = Amount.of(isolation.getMemoryHigh());
    Amount max = Amount.of(isolation.getMemoryMax());
    return positive("memoryHigh", high)
        .or(() -> positive("memoryMax", max))
        .or(() -> ordered(or(high, container, HIGH_PERCENT), or(max, container, MAX_PERCENT)))
        .or(() -> below("memoryHigh", high, container))
        .or(() -> below("memoryMax", max, container));
  }

  private static Optional<String> positive(String field, @Nullable Amount amount) {
    return amount != null && amount.value.signum() <= 0
        ? Optional.of(
            "login.userIsolation.%s (%s) must be greater than zero".formatted(field, amount.text))
        : Optional.empty();
  }

  private static Optional<String> ordered(@Nullable Amount high, @Nullable Amount max) {
    return high != null && max != null && high.value.compareTo(max.value) > 0
        ? Optional.of(
            "effective login.userIsolation.memoryHigh (%s) must not exceed memoryMax (%s)"
                .formatted(high.text, max.text))
        : Optional.empty();
  }

  private static Optional<String> below(
      String field, @Nullable Amount amount, @Nullable Amount container) {
    return amount != null
            && container != null
            && container.value.signum() > 0
            && amount.value.compareTo(container.value) >= 0
        ? Optional.of(
            "login.userIsolation.%s (%s) must be lower than the sshd container memory limit (%s)"
                .formatted(field, amount.text, container.text))
        : Optional.empty();
  }

  private static @Nullable Amount or(
      @Nullable Amount given, @Nullable Amount container, int percent) {
    return given != null || container == null || container.value.signum() <= 0
        ? given
        : container.part(percent);
  }

  /**
   * @param text as Kubernetes writes it
   */
  private record Amount(BigDecimal value, String text) {
    static @Nullable Amount of(@Nullable Quantity quantity) {
      if (quantity == null) {
        return null;
      }
      String text = quantity.toString();
      return new Amount(Quantities.parsed(text), Quantities.canonical(text));
    }

    /** In whole bytes, cut off as integers are. */
    Amount part(int percent) {
      BigDecimal bytes =
          value
              .setScale(0, RoundingMode.UP)
              .multiply(BigDecimal.valueOf(percent))
              .divide(BigDecimal.valueOf(100), 0, RoundingMode.DOWN);
      return new Amount(bytes, bytes.toPlainString());
    }
  }
}
