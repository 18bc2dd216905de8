/**
 * Descriptions of JSON objects: {@link io.coxswain.api.schema.Schema} is one node of such a
 * description, in the structural subset of OpenAPI that Kubernetes uses; {@link
 * io.coxswain.api.schema.BuiltInTypes} contains the built-in kinds and their types.
 *
 * <p>Schemas are immutable. Those of built-in types refer to one another and may be recursive; a
 * reference is resolved only when its properties are accessed. The facts about built-in types come
 * from {@link io.coxswain.api.catalogue.TypeCatalogue}: stable versions only, without descriptions.
 *
 * <p>This package does not validate, prune or default.
 */
@NullMarked
package io.coxswain.api.schema;

import org.jspecify.annotations.NullMarked;
