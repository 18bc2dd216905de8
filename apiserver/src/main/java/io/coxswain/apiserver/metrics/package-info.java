/**
 * What the server counts of itself, under the names of kube-apiserver, for {@code /metrics}. All
 * requests count, those of controllers in the same process too. Series are made for resources that
 * are served and for nothing a client could invent, so their number is bounded by the kinds.
 */
@NullMarked
package io.coxswain.apiserver.metrics;

import org.jspecify.annotations.NullMarked;
