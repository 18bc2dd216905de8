/**
 * What a schema does to a tree. {@link io.coxswain.apiserver.schema.TypedForm} turns what a client
 * sent into the form in which a built-in kind is stored and shown; {@link
 * io.coxswain.apiserver.schema.Pruning}, {@link io.coxswain.apiserver.schema.Defaulting} and {@link
 * io.coxswain.apiserver.schema.Validation} do the same for custom resources, where unknown fields,
 * defaults and limits come from the definition. {@link io.coxswain.api.FieldError} is one
 * complaint, and {@link io.coxswain.apiserver.schema.Duplicates} finds keys that a body has twice.
 *
 * <p>Pruning, defaulting and decoding change the tree they are given; validation does not. Messages
 * are those of kube-apiserver, because clients match on them.
 *
 * <p>Rules written in CEL ({@code x-kubernetes-validations}) are not evaluated: nothing is refused
 * because of them. {@link io.coxswain.apiserver.schema.Validation} already says when they would be
 * skipped, and {@link io.coxswain.apiserver.schema.Validation.Result#rulesApply} is where an
 * evaluator connects.
 */
@NullMarked
package io.coxswain.apiserver.schema;

import org.jspecify.annotations.NullMarked;
