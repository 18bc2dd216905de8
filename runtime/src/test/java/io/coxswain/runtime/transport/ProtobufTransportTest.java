package io.coxswain.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.protobuf.ProtobufFormat;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProtobufTransportTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String JSON = "application/json";
  private static final byte[] POD =
      json(
          "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','managedFields':[{'manager':'m'}]}}");
  private static final byte[] GARBAGE = {'k', '8', 's', 0, (byte) 0xff};

  private final ScriptedTransport server = new ScriptedTransport();
  private final ProtobufTransport transport = new ProtobufTransport(server);

  /** Records requests and gives prepared responses. */
  private static final class ScriptedTransport implements ApiTransport {
    private final List<ApiRequest> seen = new ArrayList<>();
    private final Deque<ApiResponse> responses = new ArrayDeque<>();
    private final Deque<ApiWatch> watches = new ArrayDeque<>();

    @Override
    public ApiResponse call(ApiRequest request) {
      seen.add(request);
      return responses.remove();
    }

    @Override
    public ApiWatch watch(ApiRequest request) {
      seen.add(request);
      return watches.remove();
    }

    @Override
    public ApiStream open(ApiRequest request) {
      throw new AssertionError();
    }

    @Nullable String accept(int index) {
      return seen.get(index).header("accept");
    }
  }

  private record ScriptedWatch(int status, String mediaType, Deque<Frame> frames)
      implements ApiWatch {
    @Override
    public ApiResponse errorResponse() {
      return response(status, JSON, new byte[0]);
    }

    @Override
    public @Nullable Frame next() {
      return frames.poll();
    }

    @Override
    public void close() {}
  }

  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  /** The same pod, encoded by hand. */
  private static byte[] protobuf() {
    byte[] typeMeta = joined(field(1, "v1"), field(2, "Pod"));
    byte[] metadata = joined(field(1, "p"), field(17, field(1, "m")));
    return joined(ProtobufFormat.prefix(), field(1, typeMeta), field(2, field(1, metadata)));
  }

  private static byte[] field(int number, String text) {
    return field(number, text.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] field(int number, byte[] value) {
    var out = new ByteArrayOutputStream();
    ProtobufFramesTest.field(out, number, value);
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static ApiResponse response(int status, String type, byte[] body) {
    return new ApiResponse(status, new TreeMap<>(Map.of("content-type", List.of(type))), body);
  }

  private static JsonNode name(byte[] json) {
    return Json.tree(json).at("/metadata/name");
  }

  @Test
  void readsObjectsThatTheServerSendsAsProtobuf() throws Exception {
    server.responses.add(response(200, ProtobufFormat.MEDIA_TYPE, protobuf()));

    ApiResponse response = transport.call(ApiRequest.get(PODS + "/p"));

    assertThat(server.accept(0)).isEqualTo("application/vnd.kubernetes.protobuf,application/json");
    assertThat(response.header("content-type")).isEqualTo(JSON);
    assertThat(name(response.body()).asText()).isEqualTo("p");
    assertThat(Json.tree(response.body()).at("/metadata/managedFields")).hasSize(1);
  }

  @Test
  void leavesResponsesInJsonAsTheyAre() throws Exception {
    server.responses.add(response(200, JSON, POD));

    assertThat(transport.call(ApiRequest.get(PODS + "/p")).body()).isSameAs(POD);
  }

  @Test
  void leavesWritesAsTheyAre() throws Exception {
    for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
      ApiRequest write = ApiRequest.of(method, PODS + "/p").body(JSON, POD);
      server.responses.add(response(200, JSON, POD));

      assertThat(transport.call(write).body()).isSameAs(POD);
      assertThat(server.seen.removeFirst()).isSameAs(write);
    }
  }

  @Test
  void asksForCustomResourcesAndDiscoveryInJson() throws Exception {
    for (String path :
        List.of("/apis/example.com/v1/things", "/apis/apps/v1", "/api/v1", "/version")) {
      server.responses.add(response(200, JSON, POD));
      var _ = transport.call(ApiRequest.get(path));
      assertThat(server.seen.removeFirst().header("accept")).isNull();
    }
  }

  @Test
  void asksForTheMetadataOfEveryKindInProtobuf() throws Exception {
    String metadata = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    server.responses.add(response(200, JSON, POD));

    var _ =
        transport.call(
            ApiRequest.get("/apis/example.com/v1/things").header("accept", metadata + "," + JSON));

    assertThat(server.accept(0))
        .isEqualTo(metadata.replace(JSON, ProtobufFormat.MEDIA_TYPE) + "," + metadata + "," + JSON);
  }

  @Test
  void usesJsonForGoodWhenTheServerDoesNotOfferProtobuf() throws Exception {
    ApiRequest get = ApiRequest.get(PODS + "/p");
    server.responses.add(response(406, JSON, new byte[0]));
    for (int i = 0; i < 3; i++) {
      server.responses.add(response(200, JSON, POD));
    }

    assertThat(transport.call(get).status()).isEqualTo(200);
    var _ = transport.call(get);
    var _ = transport.call(ApiRequest.get("/api/v1/services"));

    assertThat(server.accept(1)).isNull();
    assertThat(server.accept(2)).isNull();
    assertThat(server.accept(3)).startsWith(ProtobufFormat.MEDIA_TYPE); // other resources still do
  }

  @Test
  void readsAgainInJsonWhatItCannotTranscode() throws Exception {
    server.responses.add(response(200, ProtobufFormat.MEDIA_TYPE, GARBAGE));
    server.responses.add(response(200, JSON, POD));

    assertThat(transport.call(ApiRequest.get(PODS + "/p")).body()).isSameAs(POD);
    assertThat(server.accept(1)).isNull();
  }

  @Test
  void transcodesTheFramesOfWatchesWithoutManagedFields() throws Exception {
    var frames = new ArrayDeque<>(List.of(new ApiWatch.Frame("ADDED", protobuf())));
    server.watches.add(new ScriptedWatch(200, JSON, frames)); // a wrapper may not know

    try (ApiWatch watch = transport.watch(ApiRequest.get(PODS).with("watch", "true"))) {
      ApiWatch.Frame frame = Objects.requireNonNull(watch.next());

      assertThat(watch.mediaType()).isEqualTo(JSON);
      assertThat(new String(frame.object(), StandardCharsets.UTF_8))
          .startsWith("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"}");
    }
  }

  @Test
  void opensAWatchInJsonAfterAFrameThatItCannotTranscode() throws Exception {
    var frames = new ArrayDeque<>(List.of(new ApiWatch.Frame("ADDED", GARBAGE)));
    server.watches.add(new ScriptedWatch(200, ProtobufFormat.WATCH_MEDIA_TYPE, frames));
    server.watches.add(new ScriptedWatch(200, JSON, new ArrayDeque<>()));

    try (ApiWatch watch = transport.watch(ApiRequest.get(PODS))) {
      assertThatThrownBy(watch::next).isInstanceOf(IOException.class);
    }
    transport.watch(ApiRequest.get(PODS)).close();

    assertThat(server.accept(1)).isNull();
  }
}
