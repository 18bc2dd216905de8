/**
 * Field ownership and server-side apply.
 *
 * <p>Every write names a manager. {@code metadata.managedFields} records, per manager, the set of
 * fields it last set: a {@link io.coxswain.apiserver.apply.FieldSet} of {@link
 * io.coxswain.apiserver.apply.PathElement} paths, which identify list items by key or value, never
 * by position. {@link io.coxswain.apiserver.apply.FieldManager} is the entry point: {@code update}
 * records the changes of an ordinary write; {@code apply} merges a configuration into an object,
 * removes what its manager no longer mentions, and rejects changes to fields of other managers
 * unless forced.
 *
 * <p>The schema alone decides how values merge, compare and split into fields, through {@link
 * io.coxswain.apiserver.apply.Shape}: a scalar or atomic value is one field; a granular map and a
 * list of type map or set are many.
 *
 * <p>Everything here is a pure function of trees; arguments are never modified, and time is an
 * argument. Requests are rejected with {@link io.coxswain.apiserver.apply.ApplyException} in
 * upstream's words.
 */
@NullMarked
package io.coxswain.apiserver.apply;

import org.jspecify.annotations.NullMarked;
