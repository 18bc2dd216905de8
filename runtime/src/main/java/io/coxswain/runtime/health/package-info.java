/**
 * Health and readiness, answered as controller-runtime programs answer: {@link
 * io.coxswain.runtime.health.Health} turns a path and a query into a status and a body. It knows no
 * HTTP server.
 */
@NullMarked
package io.coxswain.runtime.health;

import org.jspecify.annotations.NullMarked;
