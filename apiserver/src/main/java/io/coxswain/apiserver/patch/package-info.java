/**
 * The three ways to change an object by a description of the change: {@link
 * io.coxswain.apiserver.patch.JsonPatch} (RFC 6902), {@link io.coxswain.apiserver.patch.MergePatch}
 * (RFC 7386) and {@link io.coxswain.apiserver.patch.StrategicMergePatch} (Kubernetes' own, guided
 * by the patch metadata of the built-in types).
 *
 * <p>All are pure: {@code parse} reads a request body, {@code apply} returns a new tree and leaves
 * its argument alone. What cannot be read or applied is a {@link
 * io.coxswain.apiserver.patch.PatchException} with the code, reason and message of the answer.
 * Where kube-apiserver departs from the RFCs, so does this package; each place says so.
 *
 * <p>Whether the result is a valid object is not decided here. Server-side apply, the fourth way,
 * is in package {@code apply}.
 */
@NullMarked
package io.coxswain.apiserver.patch;

import org.jspecify.annotations.NullMarked;
