/**
 * Tests of module {@code apiserver} that need virtual time: determinism, expiry, and a disk that
 * fails at each file operation. {@link io.coxswain.sim.apiserver.history} checks what concurrent
 * clients saw.
 */
@NullMarked
package io.coxswain.sim.apiserver;

import org.jspecify.annotations.NullMarked;
