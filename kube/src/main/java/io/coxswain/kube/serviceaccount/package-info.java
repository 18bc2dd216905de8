/**
 * The service account controller: every active namespace has a ServiceAccount {@code default}, so
 * that pods that name none can be admitted. Deleted, it comes back. It keeps no state and writes
 * nothing but that one object; tokens are not its business.
 */
@NullMarked
package io.coxswain.kube.serviceaccount;

import org.jspecify.annotations.NullMarked;
