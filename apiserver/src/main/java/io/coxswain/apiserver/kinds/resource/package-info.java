/**
 * Dynamic resource allocation kinds: claims for devices, their templates, device classes, and the
 * slices in which drivers report their devices.
 *
 * <p>{@link io.coxswain.apiserver.kinds.resource.ResourceKinds} is the table of the kinds.
 * Expressions that select devices are compiled to validate them; a scheduler evaluates them.
 */
@NullMarked
package io.coxswain.apiserver.kinds.resource;

import org.jspecify.annotations.NullMarked;
