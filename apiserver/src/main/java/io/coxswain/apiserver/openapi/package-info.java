/**
 * The OpenAPI documents that describe the served kinds to clients: {@link
 * io.coxswain.apiserver.openapi.OpenApi} writes version 3, one document per group and version, and
 * version 2, one document in total, from {@link io.coxswain.apiserver.openapi.DocumentedKind}s.
 *
 * <p>They contain what kubectl and similar clients use: paths with their operations and kinds,
 * accepted patch types, field validation, and schemas with descriptions, types, required fields,
 * enumerations and the metadata of lists and patches.
 */
@NullMarked
package io.coxswain.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
