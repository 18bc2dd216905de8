/**
 * The chain that every write passes between decoding and commit.
 *
 * <p>{@link io.coxswain.apiserver.admission.AdmissionChain} holds the {@link
 * io.coxswain.apiserver.admission.Plugin}s in upstream's order: first all may change the object
 * ({@code admit}), then, once it is validated, all may refuse it ({@code validate}). What they see
 * of the write is its {@link io.coxswain.apiserver.admission.Attributes}. The server's own plugins
 * are in {@code admission.plugins}; {@code BuiltInPlugins} there is the list.
 *
 * <p>A plugin says which resources and operations it wants to see; a write that nobody wants to see
 * costs one look into a map, a read nothing. Plugins run on the task of the request, without any
 * lock, and decide by the snapshot they are given.
 */
@NullMarked
package io.coxswain.apiserver.admission;

import org.jspecify.annotations.NullMarked;
