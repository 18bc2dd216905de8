/**
 * The server's metrics, under the names of kube-apiserver, for {@code /metrics}. All handled
 * requests are counted, including those of controllers in the same process; requests that the HTTPS
 * server rejects for overload, or aborts, are not. Series exist only for served resources and never
 * for names that a client invents, so their number is bounded by the number of kinds.
 */
@NullMarked
package io.coxswain.apiserver.metrics;

import org.jspecify.annotations.NullMarked;
