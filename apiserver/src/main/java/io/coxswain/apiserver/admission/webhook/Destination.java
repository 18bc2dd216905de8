package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The address of a webhook, from its {@code clientConfig}.
 *
 * @param path of a service; empty if a URL is given
 */
record Destination(@Nullable ServiceReference service, String path, String url, byte[] caBundle) {
  private static final int HTTPS = 443;

  static Destination of(JsonNode config) {
    byte[] bundle = Base64.getMimeDecoder().decode(Meta.text(config, "/caBundle"));
    JsonNode service = config.path("service");
    if (!service.isObject()) {
      return new Destination(null, "", cleanUrl(Meta.text(config, "/url")), bundle);
    }
    var reference =
        new ServiceReference(
            Meta.text(service, "/namespace"),
            Meta.text(service, "/name"),
            service.path("port").asInt(HTTPS));
    String path = cleanPath(Meta.text(service, "/path"));
    String url = "https://" + reference.host() + ":" + reference.port() + path;
    return new Destination(reference, path, url, bundle);
  }

  /** The URL with its path cleaned, as client-go requests it. */
  static String cleanUrl(String url) {
    try {
      var parsed = new URI(url);
      if (parsed.getHost() == null) {
        return url;
      }
      String path = cleanPath(parsed.getPath());
      return new URI(parsed.getScheme(), parsed.getRawAuthority(), path, null, null).toString();
    } catch (URISyntaxException e) {
      return url; // the call itself reports the error
    }
  }

  /** An absolute path without empty and dot segments and without a slash at its end. */
  static String cleanPath(String path) {
    var segments = new ArrayDeque<String>();
    for (String segment : path.split("/")) {
      switch (segment) {
        case "", "." -> {}
        case ".." -> segments.pollLast();
        default -> segments.addLast(segment);
      }
    }
    return "/" + String.join("/", segments);
  }
}
