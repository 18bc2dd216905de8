/**
 * The usage of resource quotas by objects. {@link io.coxswain.api.quota.QuotaUsage} determines for
 * each kind which limits apply, whether a quota's scopes select an object, and how much the object
 * uses; {@link io.coxswain.api.quota.Amounts} sums. The API server charges with it before it
 * writes, the quota controller recounts with it afterwards: both must get the same result.
 *
 * <p>Works on JSON trees, so that fields of later versions are counted too. Pure.
 */
@NullMarked
package io.coxswain.api.quota;

import org.jspecify.annotations.NullMarked;
