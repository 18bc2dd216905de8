/**
 * Errors that become a Kubernetes {@code Status} response. Depends on no other package of the
 * server.
 */
@NullMarked
package io.coxswain.apiserver.error;

import org.jspecify.annotations.NullMarked;
