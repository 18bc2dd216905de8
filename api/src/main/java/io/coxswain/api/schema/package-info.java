/**
 * What a JSON object of some kind may look like: {@link io.coxswain.api.schema.Schema} is one node
 * of such a description, in the structural subset of OpenAPI that Kubernetes uses; {@link
 * io.coxswain.api.schema.BuiltInTypes} knows the built-in kinds and their parts.
 *
 * <p>Schemas are immutable. Those of built-in types refer to one another and may be recursive; a
 * reference is followed only when its properties are asked for. The data of the built-in types is
 * the resource {@code types.txt}, written by {@code build/TypeData.java}: names, types and list,
 * map and patch metadata of Kubernetes v1.35, stable versions only, without descriptions.
 *
 * <p>This package describes; it does not validate, prune or default.
 */
@NullMarked
package io.coxswain.api.schema;

import org.jspecify.annotations.NullMarked;
