package io.coxswain.runtime.transport;

import io.coxswain.api.catalogue.TypeCatalogue;
import io.coxswain.api.protobuf.ProtobufException;
import io.coxswain.api.protobuf.ProtobufFormat;
import io.coxswain.api.protobuf.ProtobufToJson;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transport that reads objects of built-in kinds from the server as protobuf, and gives JSON to
 * its callers. Objects are transcoded while they are read, which costs less than to receive and
 * scan the JSON that Go writes.
 *
 * <p>Gets, lists and watches for JSON that name a built-in resource accept protobuf too, and the
 * server chooses. Writes are left as they are: protobuf saves them nothing (see
 * docs/design/processor-time.md). Frames of watches have no {@code metadata.managedFields}, because
 * caches do not keep them. After a response that protobuf is not acceptable, or that cannot be
 * transcoded, all later reads of the resource are JSON. Thread-safe.
 */
public final class ProtobufTransport implements ApiTransport {
  private static final Logger log = LoggerFactory.getLogger(ProtobufTransport.class);
  private static final String JSON = "application/json";

  /** The metadata of every kind has a message. */
  private static final String METADATA = JSON + ";as=PartialObjectMetadata";

  private static final int NOT_ACCEPTABLE = 406;

  /** After so many resources, nothing is read as protobuf any more. */
  private static final int MAX_RESOURCES = 256;

  private static final Set<String> VERSIONS =
      TypeCatalogue.kinds().keySet().stream()
          .map(kind -> kind.substring(0, kind.indexOf(' ')))
          .collect(Collectors.toUnmodifiableSet());

  private final ApiTransport server;

  /** The resources for which only JSON is used. */
  private final Set<String> onlyJson = ConcurrentHashMap.newKeySet();

  public ProtobufTransport(ApiTransport server) {
    this.server = server;
  }

  // ---- requests -------------------------------------------------------------------------------

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    String resource = request.method().equals("GET") ? resource(request) : null;
    if (resource == null) {
      return server.call(request);
    }
    ApiResponse response = server.call(accepting(request));
    if (response.status() == NOT_ACCEPTABLE) {
      useJson(resource, "status " + NOT_ACCEPTABLE);
      return server.call(request);
    }
    if (!isProtobuf(response.header("content-type"))) {
      return response;
    }
    try {
      var headers = new TreeMap<>(response.headers());
      headers.put("content-type", List.of(JSON));
      return new ApiResponse(response.status(), headers, ProtobufToJson.object(response.body()));
    } catch (ProtobufException e) {
      useJson(resource, e.text());
      return server.call(request);
    }
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    String resource = resource(request);
    if (resource == null) {
      return server.watch(request);
    }
    ApiWatch watch = server.watch(accepting(request));
    if (watch.status() == NOT_ACCEPTABLE) {
      watch.close();
      useJson(resource, "status " + NOT_ACCEPTABLE);
      return server.watch(request);
    }
    return new Transcoded(watch, resource);
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException, CancelledException {
    return server.open(request);
  }

  /** {@code group/version/resource} if the request may use protobuf; null otherwise. */
  private @Nullable String resource(ApiRequest request) {
    @Nullable String accept = request.header("accept");
    if ((accept != null && !accept.startsWith(JSON)) || onlyJson.size() >= MAX_RESOURCES) {
      return null;
    }
    String[] words = request.path().split("/", 7); // "", "apis", group, version, ...
    boolean core = words.length > 1 && words[1].equals("api");
    int version = core ? 2 : 3;
    if (words.length <= version + 1 || !(core || words[1].equals("apis"))) {
      return null;
    }
    String group = core ? words[version] : words[2] + "/" + words[version];
    boolean metadataOnly = accept != null && accept.startsWith(METADATA);
    if (!metadataOnly && !VERSIONS.contains(group)) {
      return null;
    }
    boolean namespaced = words[version + 1].equals("namespaces") && words.length > version + 3;
    String rest = namespaced ? words[version + 3] : words[version + 1];
    int end = rest.indexOf('/');
    String resource = group + "/" + (end < 0 ? rest : rest.substring(0, end));
    return onlyJson.contains(resource) ? null : resource;
  }

  /** Prefers protobuf in the same form, such as metadata only. */
  private static ApiRequest accepting(ApiRequest request) {
    @Nullable String header = request.header("accept");
    String accept = header == null ? JSON : header;
    int end = accept.indexOf(',');
    String first = end < 0 ? accept : accept.substring(0, end);
    String preferred = ProtobufFormat.MEDIA_TYPE + first.substring(JSON.length());
    return request.header("accept", preferred + "," + accept);
  }

  private static boolean isProtobuf(@Nullable String contentType) {
    return contentType != null && contentType.startsWith(ProtobufFormat.MEDIA_TYPE);
  }

  private void useJson(String resource, String reason) {
    if (onlyJson.add(resource)) {
      log.atInfo()
          .addKeyValue("resource", resource)
          .addKeyValue("reason", reason)
          .log("Using JSON instead of protobuf");
    }
  }

  // ---- watches --------------------------------------------------------------------------------

  /** A watch whose frames are JSON. */
  private final class Transcoded implements ApiWatch {
    private final ApiWatch watch;
    private final String resource;

    Transcoded(ApiWatch watch, String resource) {
      this.watch = watch;
      this.resource = resource;
    }

    @Override
    public int status() {
      return watch.status();
    }

    @Override
    public ApiResponse errorResponse() {
      ApiResponse response = watch.errorResponse();
      if (!isProtobuf(response.header("content-type"))) {
        return response;
      }
      try {
        return new ApiResponse(
            response.status(), response.headers(), ProtobufToJson.object(response.body()));
      } catch (ProtobufException e) {
        useJson(resource, e.text());
        return new ApiResponse(response.status(), response.headers(), new byte[0]);
      }
    }

    @Override
    public @Nullable Frame next() throws IOException, CancelledException {
      Frame frame = watch.next();
      // Each object shows its encoding, whatever wrappers of the watch report.
      if (frame == null || !ProtobufFormat.hasPrefix(frame.object())) {
        return frame;
      }
      try {
        return new Frame(frame.type(), ProtobufToJson.withoutManagedFields(frame.object()));
      } catch (ProtobufException e) {
        useJson(resource, e.text());
        throw new IOException("the watch cannot be transcoded: " + e.text(), e);
      }
    }

    @Override
    public boolean ready() {
      return watch.ready();
    }

    @Override
    public void close() {
      watch.close();
    }
  }
}
