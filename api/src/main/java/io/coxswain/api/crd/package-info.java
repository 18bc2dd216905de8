/**
 * Definitions of our own kinds, made from their Java types. {@link io.coxswain.api.bundle.Crds}
 * hands out what the build has generated; {@link io.coxswain.api.bundle.CrdGenerator} is what
 * generates.
 *
 * <p>A kind is a class with fabric8's {@code @Group}, {@code @Version}, {@code @Kind},
 * {@code @Plural} and {@code @ShortNames}; it is namespaced if it implements {@code Namespaced} and
 * has a status subresource unless its status is {@code Void}. Fields of our types are read by
 * reflection; the annotations of this package add what a Java type cannot say. They stand on the
 * type they narrow, so that {@code @Size(max = 8) List<@Length(max = 63) String>} limits the list
 * and its items. Types of Kubernetes itself are taken from {@link io.coxswain.api.schema}, without
 * the defaults that the server applies to its own kinds only.
 *
 * <p>The output depends on the sources alone: fields come sorted by name.
 */
@NullMarked
package io.coxswain.api.crd;

import org.jspecify.annotations.NullMarked;
