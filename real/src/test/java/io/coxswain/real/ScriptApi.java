package io.coxswain.real;

import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;

/** The requests of a script; definitions and webhooks are fitted to the server. */
record ScriptApi(ApiTransport api, Definitions definitions, RealWebhooks webhooks, Runnable check)
    implements ApiTransport {
  private static final String BINDING = "/binding";

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    check.run();
    if (request.method().equals("POST") && request.path().equals(Definitions.PATH)) {
      return definitions.create(api, request);
    }
    if (request.method().equals("POST") && request.path().endsWith("webhookconfigurations")) {
      return api.call(webhooks.fitted(request));
    }
    ApiResponse answer = api.call(request);
    if (request.method().equals("POST") && request.path().endsWith(BINDING) && answer.ok()) {
      awaitBinding(request.path().substring(0, request.path().length() - BINDING.length()));
    }
    return answer;
  }

  /**
   * Until the cache of the server knows it. A busy server begins a deletion with what is in there,
   * and would take a pod without a node away at once, whatever its time to end.
   */
  private void awaitBinding(String pod) throws IOException, CancelledException {
    var cached = ApiRequest.get(pod).with("resourceVersion", "0");
    definitions.await(
        pod + " is known to be bound",
        () -> {
          ApiResponse found = api.call(cached);
          return !found.ok() || Json.tree(found.body()).path("spec").has("nodeName");
        });
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    return api.watch(request);
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException, CancelledException {
    return api.open(request);
  }
}
