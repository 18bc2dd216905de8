/**
 * What objects use of resource quotas. {@link io.coxswain.api.quota.QuotaUsage} tells for each kind
 * which limits are about it, whether a quota's scopes take an object in, and how much the object
 * uses; {@link io.coxswain.api.quota.Amounts} adds up. The API server charges by it before it
 * writes, the quota controller counts by it afterwards: both must come to the same.
 *
 * <p>Works on JSON trees, so that fields of later versions are counted too. Pure.
 */
@NullMarked
package io.coxswain.api.quota;

import org.jspecify.annotations.NullMarked;
