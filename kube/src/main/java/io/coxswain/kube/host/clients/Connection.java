package io.coxswain.kube.host.clients;

import io.coxswain.env.ApiTransport;

/**
 * The way to an API server.
 *
 * @param server its host and port, for metrics
 * @param authority whom to trust for the server's certificate, in PEM; empty when unknown
 * @param own sends requests as who the kubeconfig says
 * @param bearer sends requests as whose token they carry
 */
public record Connection(String server, String authority, ApiTransport own, ApiTransport bearer) {}
