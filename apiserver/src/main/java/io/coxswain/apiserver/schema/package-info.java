/**
 * Operations of a schema on a tree. {@link io.coxswain.apiserver.schema.TypedForm} converts a
 * client's object to the stored and served form of a built-in kind; {@link
 * io.coxswain.apiserver.schema.Pruning}, {@link io.coxswain.apiserver.schema.Defaulting} and {@link
 * io.coxswain.apiserver.schema.Validation} do the same for custom resources, where unknown fields,
 * defaults and limits come from the CRD. {@link io.coxswain.api.FieldError} is one error, and
 * {@link io.coxswain.apiserver.schema.Duplicates} finds duplicate keys in a body.
 *
 * <p>Pruning, defaulting and decoding modify the tree they are given; validation does not. Messages
 * are those of kube-apiserver, because clients match on them.
 *
 * <p>CEL rules ({@code x-kubernetes-validations}) are evaluated by package {@code crd}; {@link
 * io.coxswain.apiserver.schema.Validation.Result#rulesApply} reports whether the object is valid
 * enough for that.
 */
@NullMarked
package io.coxswain.apiserver.schema;

import org.jspecify.annotations.NullMarked;
