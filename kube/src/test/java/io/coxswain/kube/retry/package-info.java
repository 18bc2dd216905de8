/** Trials of all controllers: a failed write is retried although nothing else happens. */
@NullMarked
package io.coxswain.kube.retry;

import org.jspecify.annotations.NullMarked;
