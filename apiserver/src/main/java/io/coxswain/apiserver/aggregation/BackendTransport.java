package io.coxswain.apiserver.aggregation;

import io.coxswain.apiserver.rest.ProxiedRequest;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Sockets;
import java.io.IOException;
import java.time.Duration;

/** Reaches the servers of APIServices. */
public interface BackendTransport {
  /** Opens a connection to an IP address. */
  Sockets.Connection connect(String address, int port) throws IOException;

  /** Sends a request and reads the whole response, which is bounded. */
  ApiResponse call(ApiRequest request, ProxiedRequest backend, Duration timeout) throws IOException;

  /** Opens a watch. */
  ApiWatch watch(ApiRequest request, ProxiedRequest backend) throws IOException;
}
