/**
 * Who owns which field, and server-side apply.
 *
 * <p>Every write names a manager. {@code metadata.managedFields} remembers, per manager, the set of
 * fields it last set: a {@link io.coxswain.apiserver.apply.FieldSet} of {@link
 * io.coxswain.apiserver.apply.PathElement} paths, which tell list items apart by key or value,
 * never by position. {@link io.coxswain.apiserver.apply.FieldManager} is the entry: {@code update}
 * records what an ordinary write changed; {@code apply} merges a configuration into an object,
 * takes away what its manager no longer mentions, and refuses to change what others own unless
 * forced.
 *
 * <p>How values merge, compare and split into fields is decided by the schema alone, through {@link
 * io.coxswain.apiserver.apply.Shape}: a scalar or atomic value is one field; a granular map and a
 * list of type map or set are many.
 *
 * <p>Everything here is a pure function of trees; arguments are never modified. Time comes as an
 * argument. Requests are refused with {@link io.coxswain.apiserver.apply.ApplyException} in
 * upstream's words.
 */
@NullMarked
package io.coxswain.apiserver.apply;

import org.jspecify.annotations.NullMarked;
