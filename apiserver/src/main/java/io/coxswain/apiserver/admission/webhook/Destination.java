package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.kinds.Meta;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a webhook is, from its {@code clientConfig}.
 *
 * @param path of a service; empty when the URL is given
 */
record Destination(@Nullable ServiceReference service, String path, String url, byte[] caBundle) {
  private static final int HTTPS = 443;

  static Destination of(JsonNode config) {
    byte[] bundle = Base64.getMimeDecoder().decode(Meta.text(config, "/caBundle"));
    JsonNode service = config.path("service");
    if (!service.isObject()) {
      return new Destination(null, "", Meta.text(config, "/url"), bundle);
    }
    var reference =
        new ServiceReference(
            Meta.text(service, "/namespace"),
            Meta.text(service, "/name"),
            service.path("port").asInt(HTTPS));
    String path = Meta.text(service, "/path");
    String absolute = path.startsWith("/") ? path : "/" + path;
    String url = "https://" + reference.host() + ":" + reference.port() + absolute;
    return new Destination(reference, absolute, url, bundle);
  }
}
