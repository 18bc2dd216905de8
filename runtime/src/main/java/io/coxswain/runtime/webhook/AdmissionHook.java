package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.http.EndpointResponse;
import java.io.IOException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Decodes an AdmissionReview, calls the handler and encodes the response, in all cases. */
final class AdmissionHook implements Hook {
  static final int MAX_SIZE = 7 * 1024 * 1024;
  private static final Logger log = LoggerFactory.getLogger("webhook");
  private static final String V1 = "admission.k8s.io/v1";
  private static final Set<String> VERSIONS = Set.of(V1, "admission.k8s.io/v1beta1");

  private final AdmissionHandler handler;
  private final Runnable panicked;

  /**
   * @param panicked called for each failure that is a bug of the handler
   */
  AdmissionHook(AdmissionHandler handler, Runnable panicked) {
    this.handler = handler;
    this.panicked = panicked;
  }

  @Override
  public EndpointResponse answer(String contentType, byte[] body) {
    if (body.length == 0) {
      return write(V1, "", AdmissionResponse.failed(400, "request body is empty"));
    }
    if (body.length > MAX_SIZE) {
      return write(
          V1,
          "",
          AdmissionResponse.failed(
              413, "request entity is too large; limit is " + MAX_SIZE + " bytes"));
    }
    if (!contentType.equals("application/json")) {
      return write(
          V1,
          "",
          AdmissionResponse.failed(
              400, "contentType=" + contentType + ", expected application/json"));
    }
    JsonNode review;
    try {
      review = read(body);
    } catch (IOException e) {
      return write(V1, "", AdmissionResponse.failed(400, String.valueOf(e.getMessage())));
    }
    return write(answer(review));
  }

  /** Handles a review without encoding; takes ownership of the tree. */
  ObjectNode answer(JsonNode review) {
    try {
      check(review);
    } catch (IOException e) {
      return tree(V1, "", AdmissionResponse.failed(400, String.valueOf(e.getMessage())));
    }
    AdmissionRequest request = AdmissionRequest.read(review.path("request"));
    return tree(review.path("apiVersion").asText(), request.uid(), handle(request));
  }

  private static JsonNode read(byte[] body) throws IOException {
    try {
      return Json.MAPPER.readTree(body);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IOException(
          "couldn't get version/kind; json parse error: " + e.getOriginalMessage(), e);
    }
  }

  private static void check(JsonNode review) throws IOException {
    String version = review.path("apiVersion").asText("");
    String kind = review.path("kind").asText("");
    if (!VERSIONS.contains(version) || !kind.equals("AdmissionReview")) {
      throw new IOException(
          "no kind \"" + kind + "\" is registered for version \"" + version + "\"");
    }
    if (!review.path("request").isObject()) {
      throw new IOException("the review contains no request");
    }
  }

  private AdmissionResponse handle(AdmissionRequest request) {
    try {
      return AdmissionRequest.CURRENT.call(request, () -> handler.handle(request));
    } catch (CancelledException e) {
      throw e;
    } catch (ApiException e) {
      return AdmissionResponse.refuse(e);
    } catch (RuntimeException e) {
      panicked.run();
      line(Level.ERROR, request).setCause(e).log("Observed a panic");
      return AdmissionResponse.failed(500, "panic: " + e + " [recovered]");
    }
  }

  private static org.slf4j.spi.LoggingEventBuilder line(Level level, AdmissionRequest request) {
    return log.atLevel(level)
        .addKeyValue("webhookGroup", request.kind().group())
        .addKeyValue("webhookKind", request.kind().kind())
        .addKeyValue(request.kind().kind(), request.key())
        .addKeyValue("namespace", request.key().namespace())
        .addKeyValue("name", request.key().name())
        .addKeyValue("resource", request.resource())
        .addKeyValue("user", request.user())
        .addKeyValue("requestID", request.uid());
  }

  private static EndpointResponse write(String version, String uid, AdmissionResponse response) {
    return write(tree(version, uid, response));
  }

  private static EndpointResponse write(ObjectNode review) {
    return new EndpointResponse(200, "application/json", Json.bytes(review));
  }

  private static ObjectNode tree(String version, String uid, AdmissionResponse response) {
    ObjectNode review = JsonNodeFactory.instance.objectNode();
    review.put("kind", "AdmissionReview").put("apiVersion", version);
    review.set("response", response.tree(uid));
    return review;
  }
}
