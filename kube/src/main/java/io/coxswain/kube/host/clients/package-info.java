/**
 * Credentials for the API server. A {@link io.coxswain.kube.host.clients.ClientBuilder} creates
 * clients by component name: {@link io.coxswain.kube.host.clients.SimpleClientBuilder} with the
 * credentials of the kubeconfig, {@link io.coxswain.kube.host.clients.DynamicClientBuilder} with a
 * service account per component, whose token is renewed in time.
 */
@NullMarked
package io.coxswain.kube.host.clients;

import org.jspecify.annotations.NullMarked;
