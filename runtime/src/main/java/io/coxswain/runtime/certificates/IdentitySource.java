package io.coxswain.runtime.certificates;

import org.jspecify.annotations.Nullable;

/** Knows the certificate to serve with at the moment. */
@FunctionalInterface
public interface IdentitySource {
  /** Null when there is none yet; then handshakes fail. */
  @Nullable Identity current();
}
