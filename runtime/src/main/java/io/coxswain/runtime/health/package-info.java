/**
 * Health and readiness endpoints in the format of controller-runtime programs: {@link
 * io.coxswain.runtime.health.Health} maps a path and a query to a status and a body, independently
 * of an HTTP server.
 */
@NullMarked
package io.coxswain.runtime.health;

import org.jspecify.annotations.NullMarked;
