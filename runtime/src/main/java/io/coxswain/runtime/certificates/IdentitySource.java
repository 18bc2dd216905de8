package io.coxswain.runtime.certificates;

import org.jspecify.annotations.Nullable;

/** Supplies the current serving certificate. */
@FunctionalInterface
public interface IdentitySource {
  /** Null if there is none yet; handshakes then fail. */
  @Nullable Identity current();
}
