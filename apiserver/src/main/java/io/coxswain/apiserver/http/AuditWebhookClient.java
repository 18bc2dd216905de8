package io.coxswain.apiserver.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.spi.AuditTransport;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Http;
import io.coxswain.env.tls.TrustEveryone;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The server of {@code --audit-webhook-config-file}, a kubeconfig file, which is read once. The
 * body of a response is not read.
 */
public final class AuditWebhookClient implements AuditTransport {
  private static final long MAX_RESPONSE = 1024 * 1024;
  private static final Set<String> CLUSTER =
      Set.of(
          "server",
          "certificate-authority",
          "certificate-authority-data",
          "insecure-skip-tls-verify");
  private static final Set<String> USER =
      Set.of(
          "token",
          "username",
          "password",
          "client-certificate",
          "client-certificate-data",
          "client-key",
          "client-key-data");

  private final Http http;
  private final URI url;
  private final SSLContext tls;
  private final @Nullable String authorization;

  private AuditWebhookClient(Http http, URI url, SSLContext tls, @Nullable String authorization) {
    this.http = http;
    this.url = url;
    this.tls = tls;
    this.authorization = authorization;
  }

  /**
   * Reads the file.
   *
   * @throws IOException with a message that names what is wrong, and where
   */
  public static AuditWebhookClient of(Env env, Path file) throws IOException {
    return new Config(env, file).client();
  }

  @Override
  public void post(byte[] events, Duration timeout) throws IOException {
    Http.Request request =
        Http.Request.get(url, timeout, MAX_RESPONSE)
            .with("content-type", "application/json")
            .with("accept", "application/json")
            .with("user-agent", "kube-apiserver")
            .tls(tls)
            .post(events);
    if (authorization != null) {
      request = request.with("authorization", authorization);
    }
    try (Http.Answer answer = http.open(request)) {
      if (answer.status() / 100 != 2) {
        throw new IOException("the server responded with status " + answer.status());
      }
      // A body that has been read leaves the connection open for the next batch.
      answer.body().readAllBytes();
    }
  }

  /** A kubeconfig file. */
  private static final class Config {
    private final Env env;
    private final Path file;

    Config(Env env, Path file) {
      this.env = env;
      this.file = file;
    }

    AuditWebhookClient client() throws IOException {
      JsonNode config = read();
      String context = config.path("current-context").asText();
      JsonNode chosen = named(config, "contexts", "context", context, "current-context");
      JsonNode cluster =
          named(config, "clusters", "cluster", chosen.path("cluster").asText(), "cluster");
      JsonNode user = Json.MAPPER.createObjectNode();
      if (!chosen.path("user").asText().isEmpty()) {
        user = named(config, "users", "user", chosen.path("user").asText(), "user");
      }
      known(cluster, CLUSTER, "cluster");
      known(user, USER, "user");
      URI url = url(cluster.path("server").asText());
      try {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys(user), trust(cluster), null);
        return new AuditWebhookClient(env.http(), url, tls, authorization(user));
      } catch (GeneralSecurityException e) {
        throw problem("cannot set up TLS: " + e.getMessage(), e);
      }
    }

    private JsonNode read() throws IOException {
      try {
        JsonNode config =
            Json.yamlMapper().readTree(new String(env.files().read(file), StandardCharsets.UTF_8));
        if (config != null && config.isObject()) {
          return config;
        }
      } catch (JsonProcessingException e) {
        throw problem("not valid YAML", null); // the message may quote a credential
      } catch (IOException e) {
        throw problem(FileProblem.why(e), e);
      }
      throw problem("must be a kubeconfig file", null);
    }

    private JsonNode named(
        JsonNode config, String list, String field, String name, String reference)
        throws IOException {
      for (JsonNode each : config.path(list)) {
        if (!name.isEmpty() && each.path("name").asText().equals(name)) {
          return each.path(field);
        }
      }
      throw problem(reference + ": no entry of " + list + " is named \"" + name + "\"", null);
    }

    private void known(JsonNode json, Set<String> fields, String where) throws IOException {
      for (var field : json.properties()) {
        if (!fields.contains(field.getKey())) {
          throw problem(where + "." + field.getKey() + ": is not supported here", null);
        }
      }
    }

    private URI url(String server) throws IOException {
      try {
        URI url = URI.create(server);
        if (url.getHost() != null && Set.of("http", "https").contains(url.getScheme())) {
          return url;
        }
      } catch (IllegalArgumentException e) {
        throw problem("cluster.server: must be an http or https URL", e);
      }
      throw problem("cluster.server: must be an http or https URL", null);
    }

    private TrustManager[] trust(JsonNode cluster) throws IOException, GeneralSecurityException {
      if (cluster.path("insecure-skip-tls-verify").asBoolean()) {
        return TrustEveryone.managers();
      }
      byte[] authority = content(cluster, "certificate-authority");
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      if (authority == null) {
        trust.init((KeyStore) null);
        return trust.getTrustManagers();
      }
      KeyStore store = KubeletTls.store();
      int index = 0;
      for (Certificate each : KubeletTls.certificates(authority, file)) {
        store.setCertificateEntry("ca" + index++, each);
      }
      trust.init(store);
      return trust.getTrustManagers();
    }

    private KeyManager @Nullable [] keys(JsonNode user)
        throws IOException, GeneralSecurityException {
      byte[] certificate = content(user, "client-certificate");
      byte[] key = content(user, "client-key");
      if (certificate == null && key == null) {
        return null;
      }
      if (certificate == null || key == null) {
        throw problem("user: client-certificate and client-key need each other", null);
      }
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(
          KubeletTls.entry(KubeletTls.key(key, file), KubeletTls.certificates(certificate, file)),
          KubeletTls.NO_SECRET);
      return keys.getKeyManagers();
    }

    /** The content of a field that has the data itself, or names a file; null for neither. */
    private byte @Nullable [] content(JsonNode json, String field) throws IOException {
      String data = json.path(field + "-data").asText();
      if (!data.isEmpty()) {
        try {
          return Base64.getMimeDecoder().decode(data);
        } catch (IllegalArgumentException e) {
          throw problem(field + "-data: must be base64", null);
        }
      }
      String name = json.path(field).asText();
      if (name.isEmpty()) {
        return null;
      }
      try {
        return env.files().read(file.toAbsolutePath().resolveSibling(name));
      } catch (IOException e) {
        throw problem(field + ": " + FileProblem.why(e), e);
      }
    }

    private static @Nullable String authorization(JsonNode user) {
      String token = user.path("token").asText();
      if (!token.isEmpty()) {
        return "Bearer " + token;
      }
      String name = user.path("username").asText();
      String pair = name + ":" + user.path("password").asText();
      return name.isEmpty()
          ? null
          : "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private IOException problem(String what, @Nullable Exception why) {
      return new IOException(file + ": " + what, why);
    }
  }
}
