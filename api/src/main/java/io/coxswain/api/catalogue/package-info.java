/**
 * The facts about the built-in types of Kubernetes: one text, one reader.
 *
 * <p>{@link io.coxswain.api.catalogue.TypeCatalogue} reads the resource {@code types.txt}, which
 * {@code tools/catalogue} writes from the published Go modules and whose format is described there.
 * All views of the types are derived from it: schemas ({@code
 * io.coxswain.api.schema.BuiltInTypes}), protobuf messages, the names in errors of Go's decoder,
 * and the form of values in validation errors.
 *
 * <p>The package knows names, types, order, tags and markers. It does not know what they mean for
 * validation or defaulting.
 */
@NullMarked
package io.coxswain.api.catalogue;

import org.jspecify.annotations.NullMarked;
