/**
 * The three patch formats: {@link io.coxswain.apiserver.patch.JsonPatch} (RFC 6902), {@link
 * io.coxswain.apiserver.patch.JsonMergePatch} (RFC 7386) and {@link
 * io.coxswain.apiserver.patch.StrategicMergePatch} (Kubernetes' own, guided by the patch metadata
 * of the built-in types).
 *
 * <p>All are pure: {@code parse} reads a request body, {@code apply} returns a new tree and does
 * not modify its argument. A patch that cannot be parsed or applied is a {@link
 * io.coxswain.apiserver.patch.PatchException} with the code, reason and message of the response.
 * This package deviates from the RFCs where kube-apiserver does; comments mark each place.
 *
 * <p>Whether the result is a valid object is not decided here. Server-side apply is in package
 * {@code apply}.
 */
@NullMarked
package io.coxswain.apiserver.patch;

import org.jspecify.annotations.NullMarked;
