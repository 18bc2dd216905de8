package io.coxswain.kube.host.clients;

import io.coxswain.env.ApiTransport;

/**
 * The way to an API server.
 *
 * @param server its host and port, for metrics
 * @param own sends requests as who the kubeconfig says
 * @param bearer sends requests as whose token they carry
 */
public record Connection(String server, ApiTransport own, ApiTransport bearer) {}
