package io.coxswain.apiserver.encryption;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.RecordCipher;
import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cipher of an encryption configuration whose file is read again every minute. A changed file
 * takes effect as a whole, and all stored objects are rewritten with it; a file that cannot be used
 * is logged once, and the last usable one stays in effect. Thread-safe.
 */
public final class AutomaticReload implements RecordCipher, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AutomaticReload.class);
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final String PREFIX = "apiserver_encryption_config_controller_";

  private final Env env;
  private final Path path;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile RecordCipher cipher;
  private String hash;
  private String lastProblem = "";
  private Timers.@Nullable Timer timer;
  private @Nullable Metrics metrics;
  private Runnable reloaded = () -> {};
  private boolean closed;

  private record Metrics(Counter reloads, Gauge times, Gauge info) {
    static Metrics in(PrometheusRegistry registry) {
      return new Metrics(
          Counter.builder()
              .name(PREFIX + "automatic_reloads_total")
              .help("Reloads of the encryption configuration.")
              .labelNames("status")
              .withoutExemplars()
              .register(registry),
          Gauge.builder()
              .name(PREFIX + "automatic_reload_last_timestamp_seconds")
              .help("The time of the last reload of the encryption configuration.")
              .labelNames("status")
              .withoutExemplars()
              .register(registry),
          Gauge.builder()
              .name(PREFIX + "last_config_info")
              .help("The hash of the encryption configuration in effect.")
              .labelNames("hash")
              .withoutExemplars()
              .register(registry));
    }
  }

  private AutomaticReload(Env env, Path path, RecordCipher cipher, String hash) {
    this.env = env;
    this.path = path;
    this.cipher = cipher;
    this.hash = hash;
  }

  /**
   * Reads the file for the first time.
   *
   * @throws IOException with a message that names what is wrong, and where
   */
  public static AutomaticReload read(Env env, Path path) throws IOException {
    byte[] content = EncryptionConfig.content(env, path);
    return new AutomaticReload(env, path, parse(env, path, content), hash(content));
  }

  private static RecordCipher parse(Env env, Path path, byte[] content) throws IOException {
    return EncryptionConfig.parse(content, path.toString(), env.entropy().derive("encryption"));
  }

  private static String hash(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * Begins to watch the file.
   *
   * @param afterReload called after each reload
   */
  public void begin(PrometheusRegistry registry, Runnable afterReload) {
    lock.lock();
    try {
      reloaded = afterReload;
      metrics = Metrics.in(registry);
      metrics.info.labelValues(hash).set(1);
      timer = env.timers().after(PERIOD, this::check);
    } finally {
      lock.unlock();
    }
  }

  private void check() {
    boolean changed = false;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      changed = reload();
      timer = env.timers().after(PERIOD, this::check);
    } finally {
      lock.unlock();
    }
    if (changed) {
      reloaded.run();
    }
  }

  /** Returns whether another configuration is in effect now. */
  private boolean reload() {
    try {
      byte[] content = EncryptionConfig.content(env, path);
      String found = hash(content);
      if (found.equals(hash)) {
        lastProblem = "";
        return false;
      }
      cipher = parse(env, path, content);
      log.info("Loaded new encryption config content: file={}", path);
      if (metrics != null) {
        metrics.info.remove(hash);
        metrics.info.labelValues(found).set(1);
      }
      hash = found;
      lastProblem = "";
      count("success");
      return true;
    } catch (IOException e) {
      String problem = String.valueOf(e.getMessage());
      if (!problem.equals(lastProblem)) {
        log.error(
            "error processing encryption config file, the last usable one stays in effect: {}",
            problem);
      }
      lastProblem = problem;
      count("failure");
      return false;
    }
  }

  private void count(String status) {
    if (metrics != null) {
      metrics.reloads.labelValues(status).inc();
      metrics.times.labelValues(status).set((double) env.clock().now().getEpochSecond());
    }
  }

  @Override
  public byte @Nullable [] encrypt(String collection, ObjectKey key, Supplier<byte[]> content) {
    return cipher.encrypt(collection, key, content);
  }

  @Override
  public byte[] decrypt(String collection, ObjectKey key, byte[] encrypted) throws IOException {
    return cipher.decrypt(collection, key, encrypted);
  }

  @Override
  public void acceptPlain(String collection) throws IOException {
    cipher.acceptPlain(collection);
  }

  @Override
  public boolean isCurrent(String collection, byte @Nullable [] encrypted) {
    return cipher.isCurrent(collection, encrypted);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (timer != null) {
        timer.cancel();
      }
    } finally {
      lock.unlock();
    }
  }
}
