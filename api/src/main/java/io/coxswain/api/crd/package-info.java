/**
 * Generates CRDs of our own kinds from their Java types. {@link io.coxswain.api.bundle.Crds}
 * provides what the build has generated with {@link io.coxswain.api.bundle.CrdGenerator}.
 *
 * <p>A kind is a class with fabric8's {@code @Group}, {@code @Version}, {@code @Kind},
 * {@code @Plural} and {@code @ShortNames}; it is namespaced if it implements {@code Namespaced} and
 * has a status subresource unless its status is {@code Void}. Fields of our types are read by
 * reflection; the annotations of this package add what a Java type cannot express. They annotate
 * the type they narrow, so {@code @Size(max = 8) List<@Length(max = 63) String>} limits the list
 * and its items. Types of Kubernetes itself come from {@link io.coxswain.api.schema}, without the
 * defaults that the server applies only to its own kinds.
 *
 * <p>The output depends only on the sources: fields are sorted by name.
 */
@NullMarked
package io.coxswain.api.crd;

import org.jspecify.annotations.NullMarked;
