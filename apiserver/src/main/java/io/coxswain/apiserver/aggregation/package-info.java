/**
 * Aggregation: API groups that other servers serve, behind this one.
 *
 * <p>An APIService with {@code spec.service} names the server of a group version. {@link
 * io.coxswain.apiserver.aggregation.Aggregation} forwards requests on to it; {@link
 * io.coxswain.apiserver.aggregation.Availability} checks it, reports the condition {@code
 * Available}, and remembers what it serves, for discovery. Both reach servers through a {@link
 * io.coxswain.apiserver.aggregation.BackendTransport}, which presents the front-proxy certificate.
 *
 * <p>Every group version that this server serves itself has an APIService too: {@link
 * io.coxswain.apiserver.aggregation.AutoRegistration} keeps those of CRDs and, when it starts,
 * those of built-in groups.
 *
 * <p>Without APIServices that name a service a request costs one lookup in a small map, and nothing
 * runs.
 */
@NullMarked
package io.coxswain.apiserver.aggregation;

import org.jspecify.annotations.NullMarked;
