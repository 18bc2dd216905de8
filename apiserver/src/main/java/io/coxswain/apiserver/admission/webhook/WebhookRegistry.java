package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.Clock;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds and calls webhooks: handlers of this process first, then through the transport. */
public final class WebhookRegistry {
  private static final int HTTPS = 443;

  private final Clock clock;
  private final Map<String, WebhookHandler> handlers = new ConcurrentHashMap<>();

  private volatile ServiceAddresses addresses;

  private volatile WebhookTransport transport =
      call -> {
        throw new IOException("no handler is registered for it, and this server does not call out");
      };

  /**
   * @param addresses resolves services without a handler
   */
  public WebhookRegistry(Clock clock, ServiceAddresses addresses) {
    this.clock = clock;
    this.addresses = addresses;
  }

  /**
   * Registers a handler for a path of a service.
   *
   * @param path as in configurations; "/" for none
   */
  public void register(String namespace, String service, String path, WebhookHandler handler) {
    handlers.put(key(namespace, service, path), handler);
  }

  /** Registers a handler for a URL. */
  public void register(String url, WebhookHandler handler) {
    handlers.put(Destination.cleanUrl(url), handler);
  }

  /** Sets the transport for webhooks without a handler. */
  public void callOthersBy(WebhookTransport theirs) {
    transport = theirs;
  }

  /** Sets how services are resolved; by default from the store. */
  public void findServicesBy(ServiceAddresses theirs) {
    addresses = theirs;
  }

  private static String key(String namespace, String service, String path) {
    return namespace + "/" + service + Destination.cleanPath(path);
  }

  /**
   * Posts the review; failures are reported like those of upstream's HTTP client.
   *
   * @param query including its question mark; empty for none
   */
  ObjectNode call(Destination to, ObjectNode review, Duration timeout, String query)
      throws IOException {
    ServiceReference service = to.service();
    WebhookHandler handler =
        handlers.get(
            service == null ? to.url() : key(service.namespace(), service.name(), to.path()));
    String url = to.url() + query;
    Instant begin = clock.now();
    try {
      ObjectNode answer =
          handler != null
              ? handler.answer(review)
              : Json.tree(transport.post(outward(to, url, review, timeout)));
      if (Duration.between(begin, clock.now()).compareTo(timeout) > 0) {
        throw new IOException("context deadline exceeded");
      }
      return answer;
    } catch (AnswerStatusException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException("Post \"" + url + "\": " + e.getMessage(), e);
    } catch (IllegalArgumentException | java.io.UncheckedIOException e) {
      throw new IOException("couldn't get version/kind; json parse error: " + e.getMessage(), e);
    }
  }

  private WebhookTransport.Call outward(
      Destination to, String url, ObjectNode review, Duration timeout) throws IOException {
    ServiceReference service = to.service();
    URI uri = URI.create(to.url());
    String host = service == null ? String.valueOf(uri.getHost()) : service.host();
    ServiceEndpoint endpoint =
        service == null
            ? new ServiceEndpoint(host + ":" + (uri.getPort() < 0 ? HTTPS : uri.getPort()), null)
            : addresses.of(service);
    return new WebhookTransport.Call(
        url, endpoint, host, to.caBundle(), Json.bytes(review), timeout);
  }
}
