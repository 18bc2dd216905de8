package io.coxswain.slurm.checks.podephemeralstorage;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Files;
import io.coxswain.env.Http;
import io.coxswain.env.tls.NamedServerTrust;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.transport.Tls;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.client.Config;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.OptionalLong;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Queries kubelets for the usage of their pods: each directly, because thousands of requests
 * through the API server would be too many. Uses the token of this program's service account, which
 * is read each time because it is replaced every hour.
 */
public final class KubeletStats {
  private static final Path TOKEN = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");

  /** A summary has some KB for each pod. */
  private static final long MAX_BYTES = 64L << 20;

  private static final int MAX_ERROR_BYTES = 2048;

  private final Env env;
  private final int port;
  private final Duration timeout;
  private final @Nullable SSLContext tls;
  private final Counter requests;
  private final Histogram durations;

  /**
   * @param port for Nodes that do not specify it
   * @param tls the trusted CAs; null for those of the system
   */
  public KubeletStats(
      Env env, Metrics metrics, int port, Duration timeout, @Nullable SSLContext tls) {
    this.env = env;
    this.port = port;
    this.timeout = timeout;
    this.tls = tls;
    this.requests =
        Counter.builder()
            .name("soperator_kubelet_stats_requests_total")
            .help("Requests to the kubelet stats endpoint, by outcome")
            .labelNames("outcome")
            .withoutExemplars()
            .register(metrics.registry());
    this.durations =
        Histogram.builder()
            .name("soperator_kubelet_stats_request_duration_seconds")
            .help("Latency of requests to the kubelet stats endpoint")
            .classicOnly()
            .classicExponentialUpperBounds(0.01, 2, 10)
            .withoutExemplars()
            .register(metrics.registry());
  }

  /**
   * Whose certificates are trusted.
   *
   * @param insecure whether they are not verified: those of kubelets are self-signed on most
   *     clusters
   * @param caFile empty for the CAs of the system
   * @param serverName that they have to be for; empty for the address of the node
   */
  public static SSLContext trust(Files files, boolean insecure, String caFile, String serverName)
      throws IOException, GeneralSecurityException {
    if (!insecure && !serverName.isEmpty()) {
      return NamedServerTrust.context(
          caFile.isEmpty() ? new byte[0] : files.read(Path.of(caFile)), serverName);
    }
    Config trust = Config.empty();
    if (insecure) {
      trust.setTrustCerts(true);
    } else if (!caFile.isEmpty()) {
      trust.setCaCertFile(caFile);
    }
    return Tls.context(trust, files);
  }

  /** The bytes that a pod uses; empty if the kubelet does not report it. */
  OptionalLong used(Node node, String podUid) throws IOException, CancelledException {
    URI uri = URI.create("https://" + address(node) + "/stats/summary");
    Http.Request request =
        Http.Request.get(uri, timeout, MAX_BYTES).with("Accept", "application/json");
    if (env.files().exists(TOKEN)) {
      String token = new String(env.files().read(TOKEN), StandardCharsets.UTF_8).strip();
      request = request.with("Authorization", "Bearer " + token);
    }
    long began = env.clock().nanos();
    try (Http.Answer answer = env.http().open(tls == null ? request : request.tls(tls))) {
      durations.observe((env.clock().nanos() - began) / 1e9);
      if (answer.status() != 200) {
        String body = new String(answer.body().readNBytes(MAX_ERROR_BYTES), StandardCharsets.UTF_8);
        throw new IOException("kubelet stats returned " + answer.status() + ": " + body.strip());
      }
      OptionalLong used = read(answer, podUid);
      requests.labelValues("success").inc();
      return used;
    } catch (IOException e) {
      requests.labelValues("error").inc();
      throw e;
    }
  }

  private String address(Node node) throws IOException {
    String name = "";
    String internal = "";
    if (node.getStatus() != null) {
      for (NodeAddress address : node.getStatus().getAddresses()) {
        if (address.getType().equals("InternalIP") && internal.isEmpty()) {
          internal = address.getAddress();
        } else if (address.getType().equals("Hostname") && name.isEmpty()) {
          name = address.getAddress();
        }
      }
    }
    String host = internal.isEmpty() ? name : internal;
    if (host.isEmpty()) {
      throw new IOException(
          "node " + node.getMetadata().getName() + " has no internal IP or hostname");
    }
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + portOf(node);
  }

  private int portOf(Node node) {
    var endpoints = node.getStatus().getDaemonEndpoints();
    Integer said =
        endpoints == null || endpoints.getKubeletEndpoint() == null
            ? null
            : endpoints.getKubeletEndpoint().getPort();
    return said == null || said == 0 ? port : said;
  }

  /** Picks one pod out of the stream; the rest is not kept. */
  private static OptionalLong read(Http.Answer answer, String podUid) throws IOException {
    OptionalLong used = OptionalLong.empty();
    try (JsonParser json = Json.MAPPER.getFactory().createParser(answer.body())) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("decode kubelet stats: not a JSON object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean pods = json.currentName().equals("pods");
        if (json.nextToken() != JsonToken.START_ARRAY || !pods) {
          json.skipChildren();
          continue;
        }
        while (json.nextToken() == JsonToken.START_OBJECT) {
          var pod = Json.MAPPER.<JsonNode>readTree(json);
          if (pod.path("podRef").path("uid").asText().equals(podUid)) {
            used = OptionalLong.of(pod.path("ephemeral-storage").path("usedBytes").asLong(0));
          }
        }
      }
      if (json.currentToken() != JsonToken.END_OBJECT) {
        throw new IOException("decode kubelet stats: unexpected end of response");
      }
    }
    return used;
  }
}
