package io.coxswain.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.GoDuration;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.coxswain.runtime.transport.KubeconfigException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code coxswain join-command}: how a node joins a running cluster. */
@Command(
    name = "join-command",
    description = {
      "Print the kubeadm command that joins a node, with a new bootstrap token.",
      "Anyone who knows the token can add nodes to the cluster until it expires."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  coxswain up --bind-address 192.0.2.1         Run a cluster that accepts nodes.",
      "  coxswain join-command --ttl 1h               Run the printed command on the node."
    },
    mixinStandardHelpOptions = true)
final class JoinCommand implements Callable<Integer> {
  private static final int USAGE_ERROR = 2;
  private static final Duration MAX_TTL = Duration.ofDays(30);
  private static final Duration SIGNING_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration POLL_PERIOD = Duration.ofMillis(100);
  private static final String SECRETS = "/api/v1/namespaces/kube-system/secrets";
  private static final String NODE_GROUP = "system:bootstrappers:kubeadm:default-node-token";

  /** A power of two of the characters that a token may have, so that all are equally likely. */
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

  private static final int ID_LENGTH = 6;
  private static final int SECRET_LENGTH = 16;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      defaultValue = ".coxswain/kubeconfig",
      description = "How to reach the API server as an administrator (default: ${DEFAULT-VALUE}).")
  private String kubeconfig = "";

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      defaultValue = "24h",
      description =
          "How long the token is valid, such as 30m or 2h; at most 720h (default:"
              + " ${DEFAULT-VALUE}).")
  private String ttl = "24h";

  @Override
  public Integer call() throws Exception {
    Duration valid = ttl();
    Env env = Env.production();
    try {
      print(env, connect(env), valid);
      return 0;
    } catch (IOException e) {
      throw new CommandException("cannot reach the API server: " + e.getMessage());
    }
  }

  private void print(Env env, HttpTransport server, Duration valid)
      throws IOException, GeneralSecurityException, CancelledException {
    JsonNode info = clusterInfo(server);
    JsonNode cluster =
        Json.yamlMapper().readTree(info.at("/data/kubeconfig").asText()).at("/clusters/0/cluster");
    String id = random(env, ID_LENGTH);
    String token = id + "." + random(env, SECRET_LENGTH);
    create(server, secret(env, id, token, valid));
    if (!awaitSignature(env, server, id)) {
      spec.commandLine()
          .getErr()
          .println(
              "warning: no controller has signed the ConfigMap kube-public/cluster-info;"
                  + " kube-controller-manager needs --controllers=*,bootstrapsigner,tokencleaner");
    }
    spec.commandLine()
        .getOut()
        .println(
            "kubeadm join "
                + URI.create(cluster.path("server").asText()).getAuthority()
                + " --token "
                + token
                + " --discovery-token-ca-cert-hash sha256:"
                + publicKeyHash(cluster.path("certificate-authority-data").asText()));
  }

  private Duration ttl() {
    try {
      Duration valid = GoDuration.parse(ttl);
      if (valid.compareTo(Duration.ofSeconds(1)) >= 0 && valid.compareTo(MAX_TTL) <= 0) {
        return valid;
      }
    } catch (FlagException e) {
      // rejected below
    }
    throw new CommandException(
        "--ttl: invalid value \"%s\": must be a duration between 1s and 720h".formatted(ttl),
        USAGE_ERROR);
  }

  private HttpTransport connect(Env env) {
    try {
      return HttpTransport.to(new Kubeconfig(env.files(), Map.of(), kubeconfig, null));
    } catch (KubeconfigException e) {
      throw new CommandException("cannot use the kubeconfig " + kubeconfig + ": " + e.getMessage());
    }
  }

  private static JsonNode clusterInfo(HttpTransport server) throws IOException {
    ApiResponse response = server.call(ApiRequest.get(JoinObjects.CLUSTER_INFO));
    if (response.status() == 404) {
      throw new CommandException(
          "this cluster does not accept nodes; start it with --bind-address and an address that"
              + " the nodes can reach");
    }
    return checked(response);
  }

  private static void create(HttpTransport server, ObjectNode secret) throws IOException {
    var _ =
        checked(
            server.call(
                ApiRequest.of("POST", SECRETS).body("application/json", Json.bytes(secret))));
  }

  private static JsonNode checked(ApiResponse response) {
    ObjectNode body = Json.tree(response.body());
    if (!response.ok()) {
      throw new CommandException("the server responded: " + body.path("message").asText());
    }
    return body;
  }

  /** Nodes verify the ConfigMap by this signature. */
  private static boolean awaitSignature(Env env, HttpTransport server, String id)
      throws IOException, CancelledException {
    long start = env.clock().nanos();
    while (!clusterInfo(server).path("data").has("jws-kubeconfig-" + id)) {
      if (env.clock().nanos() - start > SIGNING_TIMEOUT.toNanos()) {
        return false;
      }
      env.clock().sleep(POLL_PERIOD);
    }
    return true;
  }

  private static ObjectNode secret(Env env, String id, String token, Duration valid) {
    ObjectNode secret = Json.MAPPER.createObjectNode();
    secret.put("apiVersion", "v1").put("kind", "Secret");
    secret.put("type", "bootstrap.kubernetes.io/token");
    secret.putObject("metadata").put("name", "bootstrap-token-" + id);
    secret
        .putObject("stringData")
        .put("token-id", id)
        .put("token-secret", token.substring(ID_LENGTH + 1))
        .put("expiration", Timestamps.format(env.clock().now().plus(valid)))
        .put("usage-bootstrap-authentication", "true")
        .put("usage-bootstrap-signing", "true")
        .put("auth-extra-groups", NODE_GROUP)
        .put("description", "Created by coxswain join-command.");
    return secret;
  }

  private static String random(Env env, int length) {
    var text = new StringBuilder();
    for (byte each : env.entropy().bytes(length)) {
      text.append(ALPHABET.charAt(each & (ALPHABET.length() - 1)));
    }
    return text.toString();
  }

  /** The pin of kubeadm: the hash of the public key of the CA. */
  static String publicKeyHash(String base64Pem) throws GeneralSecurityException {
    byte[] pem = Base64.getDecoder().decode(base64Pem.getBytes(StandardCharsets.US_ASCII));
    byte[] key =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem))
            .getPublicKey()
            .getEncoded();
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key));
  }
}
