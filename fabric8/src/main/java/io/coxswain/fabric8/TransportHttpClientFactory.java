package io.coxswain.fabric8;

import io.coxswain.env.ApiTransport;
import io.coxswain.env.Tasks;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import java.util.concurrent.atomic.AtomicBoolean;

/** Creates HTTP clients for fabric8 that send their requests through a transport. */
public final class TransportHttpClientFactory implements HttpClient.Factory {
  private final Tasks tasks;
  private final ApiTransport transport;

  /**
   * @param tasks runs the requests
   */
  public TransportHttpClientFactory(Tasks tasks, ApiTransport transport) {
    this.tasks = tasks;
    this.transport = transport;
  }

  @Override
  public HttpClient.Builder newBuilder() {
    return new ClientBuilder(this);
  }

  /** Ignores settings for sockets and TLS, because it uses neither; interceptors are kept. */
  static final class ClientBuilder
      extends StandardHttpClientBuilder<
          TransportHttpClient, TransportHttpClientFactory, ClientBuilder> {

    ClientBuilder(TransportHttpClientFactory factory) {
      super(factory);
    }

    @Override
    public TransportHttpClient build() {
      TransportHttpClient parent = client;
      return new TransportHttpClient(
          this,
          parent == null ? new AtomicBoolean() : parent.getClosed(),
          parent == null ? new InFlightRequests(clientFactory.tasks) : parent.running(),
          clientFactory.transport);
    }

    @Override
    protected ClientBuilder newInstance(TransportHttpClientFactory factory) {
      return new ClientBuilder(factory);
    }
  }
}
