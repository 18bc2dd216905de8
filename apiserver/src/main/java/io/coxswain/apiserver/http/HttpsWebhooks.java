package io.coxswain.apiserver.http;

import io.coxswain.apiserver.admission.webhook.AnswerStatusException;
import io.coxswain.apiserver.admission.webhook.WebhookTransport;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls webhooks by HTTPS, believing only the authority that their configuration names. */
final class HttpsWebhooks implements WebhookTransport {
  private static final int MAX_BYTES = 3 * 1024 * 1024;
  private static final int MAX_CLIENTS = 100;

  private final Watchdog watchdog;
  private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

  HttpsWebhooks(Watchdog watchdog) {
    this.watchdog = watchdog;
  }

  @Override
  public byte[] post(Call call) throws IOException {
    URI url = URI.create(call.url());
    URI target =
        URI.create(
            "https://"
                + call.address()
                + url.getRawPath()
                + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()));
    HttpRequest request =
        HttpRequest.newBuilder(target)
            .timeout(call.timeout())
            .header("content-type", "application/json")
            .header("accept", "application/json")
            .header("user-agent", "kube-apiserver-admission")
            .POST(HttpRequest.BodyPublishers.ofByteArray(call.review()))
            .build();
    // The client's own time limit ends with the head of the response.
    Watchdog.Deadline errand = watchdog.begin(call.timeout());
    try {
      var body =
          HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MAX_BYTES);
      HttpResponse<byte[]> response = client(call).send(request, body);
      if (response.statusCode() / 100 != 2) {
        throw AnswerStatusException.of(response.statusCode(), response.body());
      }
      return response.body();
    } catch (HttpTimeoutException e) {
      throw new IOException("context deadline exceeded", e);
    } catch (ConnectException e) {
      throw new IOException("dial tcp " + call.address() + ": connect: connection refused", e);
    } catch (InterruptedException e) {
      if (errand.late()) {
        throw new IOException("context deadline exceeded", e);
      }
      Thread.currentThread().interrupt();
      throw new CancelledException();
    } finally {
      errand.close();
    }
  }

  private HttpClient client(Call call) throws IOException {
    String key = call.serverName() + " " + Base64.getEncoder().encodeToString(call.caBundle());
    HttpClient known = clients.get(key);
    if (known != null) {
      return known;
    }
    try {
      var made =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .followRedirects(HttpClient.Redirect.NEVER)
              .connectTimeout(call.timeout())
              .sslContext(WebhookTrust.context(call.caBundle(), call.serverName()))
              .build();
      if (clients.size() >= MAX_CLIENTS) {
        clients.clear();
      }
      clients.put(key, made);
      return made;
    } catch (GeneralSecurityException e) {
      throw new IOException("unable to load root certificates: " + e.getMessage(), e);
    }
  }
}
