/**
 * The kinds of dynamic resource allocation: claims for devices, their templates, the classes of
 * devices and the slices in which drivers tell what they have.
 *
 * <p>{@link io.coxswain.apiserver.kinds.resource.ResourceKinds} is the table of the kinds. The
 * expressions that select devices are compiled to see that they can be; a scheduler runs them.
 */
@NullMarked
package io.coxswain.apiserver.kinds.resource;

import org.jspecify.annotations.NullMarked;
