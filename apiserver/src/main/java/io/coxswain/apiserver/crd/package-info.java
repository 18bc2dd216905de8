/**
 * Custom resource definitions: what makes one valid, what its status says, and what the server
 * needs to know to serve its kind.
 *
 * <p>{@link io.coxswain.apiserver.crd.DefinitionRules} refuses bad definitions in upstream's words;
 * {@link io.coxswain.apiserver.crd.DefinitionDefaults} fills in names; {@link
 * io.coxswain.apiserver.crd.DefinitionStatus} decides whether its names are free and keeps the list
 * of stored versions; {@link io.coxswain.apiserver.crd.Definition} is the readable form, one {@link
 * io.coxswain.apiserver.crd.DefinedVersion} per version, each with a schema that also knows
 * apiVersion, kind and metadata.
 *
 * <p>All are pure functions of the definition's tree. CEL rules are checked for form only, not
 * compiled. Conversion webhooks are read, not called. Serving, deleting instances and finalizers
 * are the server's.
 */
@NullMarked
package io.coxswain.apiserver.crd;

import org.jspecify.annotations.NullMarked;
