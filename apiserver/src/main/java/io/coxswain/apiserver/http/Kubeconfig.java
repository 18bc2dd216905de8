package io.coxswain.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The kubeconfig file with the server's address and a user's credentials. */
final class Kubeconfig {
  private static final String NAME = "coxswain";

  private Kubeconfig() {}

  static byte[] of(String url, Certificates certificates, Certificates.Identity client)
      throws IOException {
    ObjectNode config = Json.MAPPER.createObjectNode();
    config.put("apiVersion", "v1").put("kind", "Config").put("current-context", NAME);
    config
        .putArray("clusters")
        .addObject()
        .put("name", NAME)
        .putObject("cluster")
        .put("server", url)
        .put("certificate-authority-data", base64(Certificates.pem(certificates.authority())));
    config
        .putArray("users")
        .addObject()
        .put("name", NAME)
        .putObject("user")
        .put("client-certificate-data", base64(Certificates.pem(client.certificate())))
        .put("client-key-data", base64(Certificates.traditionalPem(client)));
    config
        .putArray("contexts")
        .addObject()
        .put("name", NAME)
        .putObject("context")
        .put("cluster", NAME)
        .put("user", NAME);
    return Json.yaml(config).getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
