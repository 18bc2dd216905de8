package io.coxswain.env;

import java.io.IOException;

/**
 * Sends requests to a Kubernetes API server, over HTTPS or in the same process. Transports bytes;
 * it does not interpret objects.
 *
 * <p>An {@link IOException} means that no response arrived. For a write it is then unknown whether
 * the write happened, so implementations never send a request twice.
 */
public interface ApiTransport {

  /** The transport of a program without a configured API server. */
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

  /** Sends a request and waits for the complete response. */
  ApiResponse call(ApiRequest request) throws IOException, CancelledException;

  /** Opens a watch; the request carries {@code watch=true}. */
  ApiWatch watch(ApiRequest request) throws IOException, CancelledException;

  /** Opens a streaming response, such as a followed log. */
  ApiStream open(ApiRequest request) throws IOException, CancelledException;
}
