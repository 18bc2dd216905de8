/**
 * Discovery: {@link io.coxswain.apiserver.discovery.Discovery} serves {@code /api} and {@code
 * /apis} in the legacy form, one document per group and version, and in the aggregated form that
 * kubectl requests. Both are computed from the kinds of a snapshot, so a CRD is visible from the
 * revision that established it.
 */
@NullMarked
package io.coxswain.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
