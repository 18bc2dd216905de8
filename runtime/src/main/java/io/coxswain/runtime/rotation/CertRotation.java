package io.coxswain.runtime.rotation;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.IdentitySource;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates a CA and a serving certificate, stores them in an existing Secret, renews them well
 * before they expire, and writes the CA bundle into webhook configurations.
 *
 * <p>All replicas do this and synchronize through the Secret: the second writer fails with a
 * conflict and uses the certificates of the first. The certificate is served directly from the
 * Secret, because a Secret volume is updated up to a minute later.
 */
public final class CertRotation implements IdentitySource {
  private static final Logger log = LoggerFactory.getLogger("cert-rotation");
  private static final int MAX_ATTEMPTS = 10;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration FIRST_FILE_PAUSE = Duration.ofSeconds(1);

  private final RotationOptions options;
  private final Manager manager;
  private final Env env;
  private final Client client;
  private final Entropy entropy;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Runnable> waiting = new ArrayList<>();
  private boolean filesSeen;
  private boolean injected;
  private boolean ready;
  private volatile @Nullable Identity current;

  CertRotation(RotationOptions options, Manager manager) {
    this.options = options;
    this.manager = manager;
    this.env = manager.env();
    this.client = manager.client().live();
    this.entropy = env.entropy().derive("certificates");
    this.filesSeen = options.folder == null;
  }

  /** The settings for a Secret and a service. */
  public static RotationOptions of(ObjectKey secret, String service) {
    return new RotationOptions(secret, service);
  }

  void register() {
    Controller<ObjectKey> controller =
        manager.controller("cert-rotator").withoutLeader().reconcile(this::reconcile);
    watch(controller, Secret.class, options.secret.namespace(), options.secret.name());
    for (Target target : options.targets) {
      watch(controller, target.type(), "", target.name());
    }
    manager.webhookServer().certificates(this);
    manager.add(
        new Manager.Routine() {
          @Override
          public void run() throws Exception {
            keepFresh(controller);
          }

          @Override
          public boolean needsLeader() {
            return false;
          }
        });
    Path folder = options.folder;
    if (folder != null) {
      manager.add(
          new Manager.Routine() {
            @Override
            public void run() throws Exception {
              awaitFiles(folder);
            }

            @Override
            public boolean needsLeader() {
              return false;
            }
          });
    }
  }

  /** Watches only the one object, because programs may not be permitted to read all Secrets. */
  private void watch(
      Controller<ObjectKey> controller,
      Class<? extends HasMetadata> type,
      String namespace,
      String name) {
    Cache cache =
        manager.newCache(
            options ->
                options.kind(
                    type,
                    kind -> {
                      if (namespace.isEmpty()) {
                        kind.scope(scope -> scope.fields("metadata.name=" + name));
                      } else {
                        kind.namespace(namespace, s -> s.fields("metadata.name=" + name));
                      }
                    }));
    cache
        .kind(ResourceType.of(type), Projection.METADATA)
        .subscribe(
            "cert-rotator", Projection.METADATA, change -> controller.enqueue(options.secret));
  }

  // ---- readiness ------------------------------------------------------------------------------

  /** Whether there is a certificate and its CA has been published to the API server. */
  public boolean ready() {
    lock.lock();
    try {
      return ready;
    } finally {
      lock.unlock();
    }
  }

  /** Runs the action once ready; immediately if it is. */
  public void whenReady(Runnable action) {
    lock.lock();
    try {
      if (!ready) {
        waiting.add(action);
        return;
      }
    } finally {
      lock.unlock();
    }
    action.run();
  }

  private void reached(boolean files, boolean injection) {
    List<Runnable> callbacks;
    lock.lock();
    try {
      filesSeen |= files;
      injected |= injection;
      if (ready || !filesSeen || !injected) {
        return;
      }
      ready = true;
      callbacks = List.copyOf(waiting);
      waiting.clear();
    } finally {
      lock.unlock();
    }
    log.info("CA certs are injected to webhooks");
    callbacks.forEach(Runnable::run);
  }

  @Override
  public @Nullable Identity current() {
    return current;
  }

  private void awaitFiles(Path folder) throws IOException, CancelledException {
    Duration pause = FIRST_FILE_PAUSE;
    Path authority = folder.resolve("ca.crt");
    for (int tries = 1; tries <= MAX_ATTEMPTS; tries++) {
      if (env.files().exists(authority)) {
        reached(true, false);
        return;
      }
      env.clock().sleep(pause);
      pause = pause.multipliedBy(2);
    }
    throw new IOException("max retries for checking certs existence: not found: " + authority);
  }

  // ---- the Secret -----------------------------------------------------------------------------

  private void keepFresh(Controller<ObjectKey> controller) throws Exception {
    while (true) {
      refreshWithRetries();
      controller.enqueue(options.secret);
      env.clock().sleep(options.period);
    }
  }

  private void refreshWithRetries() throws Exception {
    Duration pause = FIRST_PAUSE;
    for (int tries = 1; ; tries++) {
      try {
        refresh();
        return;
      } catch (ApiException | GeneralSecurityException | IOException e) {
        if (tries == MAX_ATTEMPTS) {
          throw new IOException(
              "could not refresh certificates in Secret " + options.secret + ": " + e.getMessage(),
              e);
        }
        log.atInfo()
            .addKeyValue("secret", options.secret)
            .addKeyValue("err", e.getMessage())
            .log("could not refresh CA and server certs, will retry");
      }
      env.clock().sleep(pause.plus(pause.multipliedBy(entropy.nextInt(1000)).dividedBy(1000)));
      pause = pause.multipliedBy(2);
    }
  }

  private void refresh() throws ApiException, GeneralSecurityException, IOException {
    Secret secret = secret();
    Instant now = env.clock().now();
    Instant renewalTime = now.plus(options.lookAhead);
    CertificateAuthority authority = authority(secret);
    if (authority == null || !authority.isValid(renewalTime)) {
      log.info("refreshing CA and server certs");
      authority =
          CertificateAuthority.create(
              options.authorityName, options.organization, now, options.authorityLifetime, entropy);
    } else {
      Identity server = identity(secret);
      if (server != null && authority.vouchesFor(server, options.names(), renewalTime)) {
        return;
      }
      log.info("refreshing server certs");
    }
    Identity server = authority.issue(options.names(), now, options.lifetime, entropy);
    var data = new LinkedHashMap<String, String>();
    if (secret.getData() != null) {
      data.putAll(secret.getData());
    }
    data.put("ca.crt", encode(authority.certificatePem()));
    data.put("ca.key", encode(authority.keyPem()));
    data.put("tls.crt", encode(server.certificatePem()));
    data.put("tls.key", encode(server.keyPem()));
    secret.setData(data);
    client.update(secret);
    log.info("server certs refreshed");
  }

  private Secret secret() throws ApiException, IOException {
    return client
        .get(Secret.class, options.secret)
        .orElseThrow(
            () ->
                new IOException(
                    "acquiring secret to update certificates: secrets \""
                        + options.secret.name()
                        + "\" not found"));
  }

  private static String encode(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static @Nullable CertificateAuthority authority(Secret secret) {
    try {
      return CertificateAuthority.parse(decode(secret, "ca.crt"), decode(secret, "ca.key"));
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  private static @Nullable Identity identity(Secret secret) {
    try {
      return Identity.parse(decode(secret, "tls.crt"), decode(secret, "tls.key"));
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  private static byte[] decode(Secret secret, String name) throws IOException {
    Map<String, String> data = secret.getData();
    String text = data == null ? null : data.get(name);
    if (text == null || text.isEmpty()) {
      throw new IOException("the Secret has no " + name);
    }
    return Base64.getDecoder().decode(text);
  }

  // ---- CA injection ---------------------------------------------------------------------------

  private Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Secret secret = client.get(Secret.class, key).orElse(null);
    if (secret == null || secret.getMetadata().getDeletionTimestamp() != null) {
      return Outcome.done();
    }
    CertificateAuthority authority = authority(secret);
    Identity server = identity(secret);
    if (authority == null || server == null) {
      return Outcome.done(); // they are being created
    }
    current = server;
    String bundle = encode(authority.certificatePem());
    boolean any = options.targets.isEmpty();
    for (Target target : options.targets) {
      if (target.inject(client, bundle)) {
        any = true;
      } else {
        pass.log()
            .atInfo()
            .addKeyValue("target", target)
            .log("Webhook not found. Unable to update certificate.");
      }
    }
    if (any) {
      reached(false, true);
    }
    return Outcome.done();
  }
}
