package io.coxswain.env;

import java.io.IOException;

/**
 * Requests to a Kubernetes API server, over HTTPS or within the process. Knows HTTP but no objects:
 * bytes in, bytes out.
 *
 * <p>An {@link IOException} means that no answer arrived. For a write that leaves open whether it
 * happened, so nothing here ever sends a request twice.
 */
public interface ApiTransport {

  /** The transport of a program that was not given a server. */
  ApiTransport NONE =
      new ApiTransport() {
        @Override
        public ApiResponse call(ApiRequest request) throws IOException {
          throw new IOException("no API server is configured");
        }

        @Override
        public ApiWatch watch(ApiRequest request) throws IOException {
          throw new IOException("no API server is configured");
        }

        @Override
        public ApiStream open(ApiRequest request) throws IOException {
          throw new IOException("no API server is configured");
        }
      };

  /** Sends a request and waits for the whole answer. */
  ApiResponse call(ApiRequest request) throws IOException, CancelledException;

  /** Opens a watch; the request carries {@code watch=true}. */
  ApiWatch watch(ApiRequest request) throws IOException, CancelledException;

  /** Opens an answer that arrives piece by piece, such as a followed log. */
  ApiStream open(ApiRequest request) throws IOException, CancelledException;
}
