package io.coxswain.kube.host.serving;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.kube.host.options.AccessFlags;
import io.coxswain.kube.host.shared.HostException;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.CacheOptions;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.rest.Rest;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The CAs for client certificates and trusted proxies: from files, which may change, or by default
 * from the cluster's ConfigMap, which is watched.
 */
final class ClientTrust implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ClientTrust.class);
  private static final ObjectKey PUBLISHED =
      ObjectKey.of("kube-system", "extension-apiserver-authentication");

  private final Env env;
  private final AccessFlags flags;
  private final @Nullable Cache cache;
  private final @Nullable Reader client;
  private final @Nullable FileAuthorities clientFile;
  private final @Nullable FileAuthorities proxyFile;

  /**
   * @param rest to the API server with the ConfigMap; null without a lookup
   * @throws HostException if a required file or the ConfigMap cannot be read
   */
  ClientTrust(Env env, AccessFlags flags, @Nullable Rest rest)
      throws HostException, CancelledException {
    this.env = env;
    this.flags = flags;
    this.clientFile = file(flags.clientCa.get());
    this.proxyFile = file(flags.requestHeaderCa.get());
    boolean complete = clientFile != null && proxyFile != null;
    if (rest == null || flags.skipLookup.get() || complete) {
      this.cache = null;
      this.client = null;
      return;
    }
    checkReadable(rest);
    this.cache =
        new Cache(
            env,
            rest,
            new CacheOptions()
                .kind(
                    ConfigMap.class,
                    kind ->
                        kind.namespace(
                            PUBLISHED.namespace(),
                            scope -> scope.fields("metadata.name=" + PUBLISHED.name()))),
            null,
            e ->
                log.atError()
                    .addKeyValue("configMap", PUBLISHED)
                    .setCause(e)
                    .log("Watch of client CA bundle stopped"));
    cache.start();
    this.client = new CachedClient(rest, cache);
  }

  private @Nullable FileAuthorities file(String path) throws HostException {
    return path.isEmpty() ? null : new FileAuthorities(env, Path.of(path));
  }

  private void checkReadable(Rest rest) throws HostException, CancelledException {
    try {
      rest.call(ApiRequest.get(ResourceType.of(ConfigMap.class).path(PUBLISHED)));
    } catch (ApiException.NotFound e) {
      log.atWarn()
          .addKeyValue("configMap", PUBLISHED)
          .log("ConfigMap not found, client certificate authentication won't work");
    } catch (ApiException e) {
      String problem = "unable to load configmap based request-header-client-ca-file: ";
      if (!flags.tolerateLookupFailure.get()) {
        throw new HostException(problem + e.getMessage(), e);
      }
      log.atWarn()
          .addKeyValue("configMap", PUBLISHED)
          .addKeyValue("err", e.getMessage())
          .log("Unable to load configmap based request-header-client-ca-file");
    }
  }

  /** The CAs of client certificates. */
  ClientAuthorities clients() {
    return clientFile != null
        ? clientFile.current()
        : authorities(published().getOrDefault("client-ca-file", ""));
  }

  /** The request headers of trusted proxies. */
  RequestHeaders proxies() {
    if (proxyFile != null) {
      return new RequestHeaders(
          proxyFile.current(),
          flags.allowedNames.get(),
          flags.userHeaders.get(),
          flags.uidHeaders.get(),
          flags.groupHeaders.get(),
          flags.extraPrefixes.get());
    }
    Map<String, String> data = published();
    return new RequestHeaders(
        authorities(data.getOrDefault("requestheader-client-ca-file", "")),
        list(data, "requestheader-allowed-names"),
        list(data, "requestheader-username-headers"),
        list(data, "requestheader-uid-headers"),
        list(data, "requestheader-group-headers"),
        list(data, "requestheader-extra-headers-prefix"));
  }

  private Map<String, String> published() {
    if (client == null) {
      return Map.of();
    }
    try {
      return client
          .get(ConfigMap.class, PUBLISHED)
          .map(ConfigMap::getData)
          .filter(data -> data != null)
          .orElse(Map.of());
    } catch (ApiException e) {
      log.atWarn()
          .addKeyValue("configMap", PUBLISHED)
          .addKeyValue("err", e.getMessage())
          .log("Failed to read client CA bundle from ConfigMap");
      return Map.of();
    }
  }

  private static List<String> list(Map<String, String> data, String key) {
    var values = new ArrayList<String>();
    try {
      for (JsonNode each : Json.MAPPER.readTree(data.getOrDefault(key, "[]"))) {
        values.add(each.asText());
      }
    } catch (JsonProcessingException e) {
      log.atWarn()
          .addKeyValue("configMap", PUBLISHED)
          .addKeyValue("key", key)
          .addKeyValue("err", e.getMessage())
          .log("ConfigMap key is not a JSON list, ignoring it");
    }
    return values;
  }

  private ClientAuthorities authorities(String pem) {
    try {
      return new ClientAuthorities(
          Pem.certificates(pem.getBytes(StandardCharsets.US_ASCII)), env.clock());
    } catch (GeneralSecurityException e) {
      log.atWarn()
          .addKeyValue("configMap", PUBLISHED)
          .addKeyValue("err", e.getMessage())
          .log("Failed to parse client CA bundle from ConfigMap");
      return new ClientAuthorities(List.of(), env.clock());
    }
  }

  @Override
  public void close() {
    if (cache != null) {
      cache.stop();
    }
  }

  /** The CAs in a file, which is read again periodically when a request needs them. */
  private static final class FileAuthorities {
    private static final long PERIOD_NANOS = 10_000_000_000L;

    private final Env env;
    private final Path file;
    private volatile ClientAuthorities current;
    private volatile long readNanos;

    FileAuthorities(Env env, Path file) throws HostException {
      this.env = env;
      this.file = file;
      try {
        this.current = read();
      } catch (IOException | GeneralSecurityException e) {
        throw new HostException("unable to load client CA file \"" + file + "\": " + e, e);
      }
      this.readNanos = env.clock().nanos();
    }

    private ClientAuthorities read() throws IOException, GeneralSecurityException {
      List<java.security.cert.X509Certificate> found = Pem.certificates(env.files().read(file));
      if (found.isEmpty()) {
        throw new GeneralSecurityException("data does not contain any valid certificates");
      }
      return new ClientAuthorities(found, env.clock());
    }

    ClientAuthorities current() {
      if (env.clock().nanos() - readNanos > PERIOD_NANOS) {
        readNanos = env.clock().nanos();
        try {
          current = read();
        } catch (IOException | GeneralSecurityException e) {
          log.atError()
              .addKeyValue("file", file)
              .addKeyValue("err", e.getMessage())
              .log("Failed to load client CA file, keeping the previous CA");
        }
      }
      return current;
    }
  }
}
