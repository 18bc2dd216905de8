/**
 * CRDs: their validation, their status, and the information needed to serve their kinds.
 *
 * <p>{@link io.coxswain.apiserver.crd.DefinitionRules} rejects invalid CRDs in upstream's words;
 * {@link io.coxswain.apiserver.crd.DefinitionDefaults} fills in names; {@link
 * io.coxswain.apiserver.crd.DefinitionStatus} decides whether its names are free and maintains the
 * list of stored versions; {@link io.coxswain.apiserver.crd.Definition} is the parsed form, one
 * {@link io.coxswain.apiserver.crd.DefinedVersion} per version, each with a schema that includes
 * apiVersion, kind and metadata.
 *
 * <p>All are pure functions of the CRD's tree. Conversion webhooks are parsed, not called. Serving,
 * deleting instances and finalizers are the server's tasks.
 */
@NullMarked
package io.coxswain.apiserver.crd;

import org.jspecify.annotations.NullMarked;
