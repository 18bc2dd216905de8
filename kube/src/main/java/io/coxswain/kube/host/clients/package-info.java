/**
 * Who the program is to the API server. A {@link io.coxswain.kube.host.clients.ClientBuilder} says
 * for a name what its client sends and as whom: {@link
 * io.coxswain.kube.host.clients.SimpleClientBuilder} always as the kubeconfig's user, {@link
 * io.coxswain.kube.host.clients.DynamicClientBuilder} as a service account of that name, with a
 * token that is asked for and renewed in time.
 */
@NullMarked
package io.coxswain.kube.host.clients;

import org.jspecify.annotations.NullMarked;
