package io.coxswain.kube.host.clients;

import io.coxswain.env.ApiTransport;

/**
 * A connection to an API server.
 *
 * @param server its host and port, for metrics
 * @param ca the CA bundle of the server, in PEM; empty if unknown
 * @param own sends requests with the credentials of the kubeconfig
 * @param bearer sends requests with the token that they carry
 */
public record Connection(String server, String ca, ApiTransport own, ApiTransport bearer) {}
