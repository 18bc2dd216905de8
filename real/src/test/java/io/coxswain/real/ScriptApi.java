package io.coxswain.real;

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

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    check.run();
    if (request.method().equals("POST") && request.path().equals(Definitions.PATH)) {
      return definitions.create(api, request);
    }
    if (request.method().equals("POST") && request.path().endsWith("webhookconfigurations")) {
      return api.call(webhooks.fitted(request));
    }
    return api.call(request);
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
