package io.coxswain.console.waiting;

import java.util.Locale;

/** What something waits for. The order is that of preference among the pods of a training. */
public enum Cause {
  IMAGE,
  CONFIG,
  VOLUME,
  CRASH,
  SANDBOX,
  GATE,
  GANG,
  SCHEDULER,
  NODE,
  QUOTA,
  ADMISSION,
  WEBHOOK,
  CREATE,
  SUSPENDED,
  KUEUE,
  DEPENDS_ON,
  CONTROLLER,
  START,
  INIT,
  READINESS;

  /** The word in documents: {@code dependsOn}. */
  @Override
  public String toString() {
    return this == DEPENDS_ON ? "dependsOn" : name().toLowerCase(Locale.ROOT);
  }
}
