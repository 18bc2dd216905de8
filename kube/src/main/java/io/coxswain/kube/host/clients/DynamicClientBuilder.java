package io.coxswain.kube.host.clients;

import io.coxswain.api.ApiException;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.rest.Rest;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** Uses a separate service account for each component. */
public final class DynamicClientBuilder implements ClientBuilder {
  static final String NAMESPACE = "kube-system";

  private final Env env;
  private final Rest root;
  private final ApiTransport bearer;
  private final String program;
  private final Map<String, TokenSource> tokens = new ConcurrentSkipListMap<>();

  /**
   * @param root creates service accounts and tokens
   * @param bearer sends requests with the token that they carry
   */
  public DynamicClientBuilder(Env env, Rest root, ApiTransport bearer, String program) {
    this.env = env;
    this.root = root;
    this.bearer = bearer;
    this.program = program;
  }

  @Override
  public ApiTransport transport(String name) throws ApiException, CancelledException {
    TokenSource source =
        tokens.computeIfAbsent(name, n -> new TokenSource(env, root, NAMESPACE, n));
    source.ensureAccount();
    return new TokenTransport(bearer, source);
  }

  @Override
  public String userAgent(String name) {
    return program + "/system:serviceaccount:" + NAMESPACE + ":" + name;
  }
}
