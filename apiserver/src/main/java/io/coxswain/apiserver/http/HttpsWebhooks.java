package io.coxswain.apiserver.http;

import io.coxswain.apiserver.admission.webhook.AnswerStatusException;
import io.coxswain.apiserver.admission.webhook.ServiceEndpoint.PodPort;
import io.coxswain.apiserver.admission.webhook.WebhookTransport;
import io.coxswain.apiserver.http.BackendExchange.Field;
import io.coxswain.apiserver.spi.ClusterNetwork;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Sockets;
import io.coxswain.env.tls.NamedServerTrust;
import io.coxswain.env.tls.TlsConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Calls webhooks by HTTPS, trusting only the CA in their configuration. A webhook that runs in a
 * pod is reached through the pod network, any other at its address.
 */
final class HttpsWebhooks implements WebhookTransport {
  private static final int MAX_BYTES = 3 * 1024 * 1024;
  private static final int MAX_CLIENTS = 100;
  private static final String USER_AGENT = "kube-apiserver-admission";

  private final Watchdog watchdog;
  private final @Nullable ClusterNetwork network;
  private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

  HttpsWebhooks(Watchdog watchdog, @Nullable ClusterNetwork network) {
    this.watchdog = watchdog;
    this.network = network;
  }

  @Override
  public byte[] post(Call call) throws IOException {
    PodPort pod = call.endpoint().pod();
    ClusterNetwork pods = network;
    // The client's own timeout ends with the response headers.
    Watchdog.Deadline errand = watchdog.begin(call.timeout());
    try {
      return pod == null || pods == null ? postToAddress(call) : postToPod(call, pod, pods);
    } catch (HttpTimeoutException e) {
      throw new IOException("context deadline exceeded", e);
    } catch (ConnectException e) {
      throw new IOException(
          "dial tcp " + call.endpoint().address() + ": connect: connection refused", e);
    } catch (NoRouteToHostException e) {
      throw new IOException(
          "dial tcp " + call.endpoint().address() + ": connect: no route to host", e);
    } catch (InterruptedException e) {
      if (errand.late()) {
        throw new IOException("context deadline exceeded", e);
      }
      Thread.currentThread().interrupt();
      throw new CancelledException();
    } catch (IOException e) {
      if (errand.late()) {
        throw new IOException("context deadline exceeded", e);
      }
      if (Thread.currentThread().isInterrupted()) { // while the body was read
        throw new CancelledException();
      }
      throw e;
    } finally {
      errand.close();
    }
  }

  private byte[] postToPod(Call call, PodPort pod, ClusterNetwork pods) throws IOException {
    URI url = URI.create(call.url());
    Sockets.Connection plain = pods.connectToPod(pod.namespace(), pod.name(), pod.port());
    Sockets.Connection encrypted = TlsConnection.over(plain, context(call), call.serverName());
    try (var exchange = new BackendExchange(encrypted)) {
      exchange.send(
          "POST",
          url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()),
          List.of(
              new Field("Host", url.getRawAuthority()),
              new Field("Content-Type", "application/json"),
              new Field("Accept", "application/json"),
              new Field("User-Agent", USER_AGENT),
              new Field("Connection", "close"),
              new Field("Content-Length", Integer.toString(call.review().length))));
      exchange.sendBody(call.review(), call.review().length);
      BackendExchange.Head head = exchange.readHead();
      return checked(head.status(), limited(exchange.body("POST", head)));
    }
  }

  private byte[] postToAddress(Call call) throws IOException, InterruptedException {
    URI url = URI.create(call.url());
    URI target =
        URI.create(
            "https://"
                + call.endpoint().address()
                + url.getRawPath()
                + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()));
    HttpRequest request =
        HttpRequest.newBuilder(target)
            .timeout(call.timeout())
            .header("content-type", "application/json")
            .header("accept", "application/json")
            .header("user-agent", USER_AGENT)
            .POST(HttpRequest.BodyPublishers.ofByteArray(call.review()))
            .build();
    HttpResponse<InputStream> response =
        client(call).send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      return checked(response.statusCode(), limited(body));
    }
  }

  private static byte[] limited(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new IOException("the response is larger than " + MAX_BYTES + " bytes");
    }
    return bytes;
  }

  private static byte[] checked(int status, byte[] body) throws AnswerStatusException {
    if (status / 100 != 2) {
      throw AnswerStatusException.of(status, body);
    }
    return body;
  }

  private static SSLContext context(Call call) throws IOException {
    try {
      return NamedServerTrust.context(call.caBundle(), call.serverName());
    } catch (GeneralSecurityException e) {
      throw new IOException("unable to load root certificates: " + e.getMessage(), e);
    }
  }

  private HttpClient client(Call call) throws IOException {
    String key = call.serverName() + " " + Base64.getEncoder().encodeToString(call.caBundle());
    HttpClient known = clients.get(key);
    if (known != null) {
      return known;
    }
    var made =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(call.timeout())
            .sslContext(context(call))
            .build();
    if (clients.size() >= MAX_CLIENTS) {
      clients.clear();
    }
    clients.put(key, made);
    return made;
  }
}
