/**
 * What the server counts of itself, under the names of kube-apiserver, for {@code /metrics}. All
 * requests that are worked on count, those of controllers in the same process too; what the HTTPS
 * front turns away because there is too much of it, or gives up, does not. Series are made for
 * resources that are served and for nothing a client could invent, so their number is bounded by
 * that of the kinds there ever were.
 */
@NullMarked
package io.coxswain.apiserver.metrics;

import org.jspecify.annotations.NullMarked;
