package io.coxswain.apiserver.rest;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiWatch;

/** The response to a request. */
public sealed interface HandlerResponse {

  /** A complete response. */
  record Whole(ApiResponse response) implements HandlerResponse {}

  /** A stream of events. */
  record Watch(ApiWatch watch) implements HandlerResponse {}

  /** A bidirectional session on an upgraded connection. */
  record Session(PodSession session) implements HandlerResponse {}

  /** By a pod or node, to which the request is passed on with its body. */
  record Proxy(ProxiedRequest request, ProxyAccounting accounting) implements HandlerResponse {}

  /** A stream of plain text. */
  record Stream(ApiStream stream) implements HandlerResponse {}
}
