/**
 * The OpenAPI documents from which clients learn what the server serves: {@link
 * io.coxswain.apiserver.openapi.OpenApi} writes version 3, one document per group and version, and
 * version 2, one for everything, from {@link io.coxswain.apiserver.openapi.DocumentedKind}s.
 *
 * <p>They hold what kubectl and its like use: paths with their operations and kinds, which patches
 * an endpoint takes, that it validates fields, and schemas with types, required fields,
 * enumerations and the metadata of lists and patches. Descriptions are there only where a custom
 * resource definition brings them.
 */
@NullMarked
package io.coxswain.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
