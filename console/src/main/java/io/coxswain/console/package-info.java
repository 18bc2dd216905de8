/**
 * The web console. {@link io.coxswain.console.ConsoleServer} serves pages and the documents behind
 * them; it is a client of the Kubernetes API with the credentials of the user and has no rights of
 * its own.
 *
 * <p>Each page shows one view: a JSON document that is rendered from the {@link
 * io.coxswain.console.model.ClusterModel} of the user. A stream sends it once and then what
 * changes, as JSON merge patches. Aggregation happens here, so that a page of a large cluster stays
 * small.
 */
@NullMarked
package io.coxswain.console;

import org.jspecify.annotations.NullMarked;
