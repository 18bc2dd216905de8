/**
 * The service account controller: creates a ServiceAccount {@code default} in every active
 * namespace, so that pods without a service account can be admitted, and creates it again after a
 * deletion. It keeps no state and writes only that object; tokens are a separate controller.
 */
@NullMarked
package io.coxswain.kube.serviceaccount;

import org.jspecify.annotations.NullMarked;
