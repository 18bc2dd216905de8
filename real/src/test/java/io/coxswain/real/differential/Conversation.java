package io.coxswain.real.differential;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.conformance.Differences;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Requests about one thing, each sent to both servers. */
final class Conversation {
  private final String name;
  private final Side real;
  private final Side ours;
  private final List<String> lines = new ArrayList<>();
  private int requests;

  Conversation(String name, String namespace, ApiTransport real, ApiTransport ours) {
    this.name = name;
    this.real = new Side(real, namespace);
    this.ours = new Side(ours, namespace);
  }

  int requests() {
    return requests;
  }

  /** {@code name/label/path: what differs}, one line each. */
  List<String> lines() {
    return lines;
  }

  void ask(String label, ApiRequest request) throws IOException {
    ask(label, side -> request);
  }

  /** Compares only a part of the answers' bodies. */
  void ask(String label, ApiRequest request, UnaryOperator<JsonNode> part) throws IOException {
    requests++;
    JsonNode want = real.ask(label, request);
    JsonNode got = ours.ask(label, request);
    compare(label, part.apply(want.path("body")), part.apply(got.path("body")));
  }

  /**
   * @param request may use what the server answered before; null where that allows no request
   */
  void ask(String label, Function<Side, @Nullable ApiRequest> request) throws IOException {
    ApiRequest toReal = request.apply(real);
    ApiRequest toOurs = request.apply(ours);
    if (toReal == null || toOurs == null) {
      return;
    }
    requests++;
    compare(label, real.ask(label, toReal), ours.ask(label, toOurs));
  }

  /** Compares the frames of a watch. */
  void watch(String label, Function<Side, ApiRequest> request, int frames) throws IOException {
    requests++;
    compare(
        label, real.frames(request.apply(real), frames), ours.frames(request.apply(ours), frames));
  }

  private void compare(String label, JsonNode want, JsonNode got) {
    var differences = new Differences(Set.of());
    differences.compare(name + "/" + label, want, got);
    // The first few tell all; a wrong kind of answer differs in every field.
    differences.lines().stream().limit(6).forEach(lines::add);
  }

  static ApiRequest with(ApiRequest request, Object body) {
    return request.body("application/json", Json.bytes(body));
  }
}
