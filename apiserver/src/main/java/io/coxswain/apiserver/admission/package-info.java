/**
 * The admission chain between decoding and commit of every write.
 *
 * <p>{@link io.coxswain.apiserver.admission.AdmissionChain} holds the {@link
 * io.coxswain.apiserver.admission.Plugin}s in upstream's order: first all may mutate the object
 * ({@code admit}), then, after validation, all may reject it ({@code validate}). {@link
 * io.coxswain.apiserver.admission.Attributes} describes the write to them. The server's own plugins
 * are in {@code admission.plugins}; {@code BuiltInPlugins} lists them.
 *
 * <p>A plugin declares the resources and operations it handles. A write without interested plugins
 * costs one map lookup, a read nothing. Plugins run on the task of the request, without any lock,
 * and decide by the snapshot they are given.
 */
@NullMarked
package io.coxswain.apiserver.admission;

import org.jspecify.annotations.NullMarked;
