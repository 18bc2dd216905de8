package io.coxswain.bench;

import io.coxswain.env.Env;
import io.coxswain.runtime.transport.Kubeconfig;
import io.coxswain.runtime.transport.KubeconfigException;
import io.coxswain.runtime.transport.Tls;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A server to send requests to.
 *
 * @param token the bearer token; empty for none
 */
record Target(String host, int port, @Nullable SSLContext tls, String token) {

  static Target of(Env env, Path kubeconfig) throws IOException {
    try {
      Config config = new Kubeconfig(env.files(), Map.of(), kubeconfig.toString(), null).load();
      URI uri = URI.create(config.getMasterUrl());
      String token = config.getOauthToken();
      return new Target(
          uri.getHost(),
          uri.getPort() < 0 ? 443 : uri.getPort(),
          uri.getScheme().equals("https") ? Tls.context(config, env.files()) : null,
          token == null ? "" : token);
    } catch (KubeconfigException | GeneralSecurityException e) {
      throw new IOException(
          "the server of " + kubeconfig + " cannot be used: " + e.getMessage(), e);
    }
  }
}
