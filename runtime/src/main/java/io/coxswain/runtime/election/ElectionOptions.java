package io.coxswain.runtime.election;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeMap;

/** Leader election settings. */
public final class ElectionOptions {
  private static final Path POD_NAMESPACE =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");

  String id = "";
  String namespace = "";
  String host = "localhost";
  String identity = "";
  Duration lease = Duration.ofSeconds(15);
  Duration renewDeadline = Duration.ofSeconds(10);
  Duration retryPeriod = Duration.ofSeconds(2);
  boolean releaseOnCancel;
  final TreeMap<String, String> labels = new TreeMap<>();

  /** The name of the Lease. */
  @CanIgnoreReturnValue
  public ElectionOptions id(String name) {
    this.id = name;
    return this;
  }

  /** The namespace of the Lease; the namespace of the pod by default. */
  @CanIgnoreReturnValue
  public ElectionOptions namespace(String name) {
    this.namespace = name;
    return this;
  }

  /** The host name of this replica; the prefix of the identity in the Lease. */
  @CanIgnoreReturnValue
  public ElectionOptions host(String name) {
    this.host = name;
    return this;
  }

  /** The identity of this replica in the Lease; host name and a random suffix by default. */
  @CanIgnoreReturnValue
  public ElectionOptions identity(String name) {
    this.identity = name;
    return this;
  }

  /** Lease duration, renew deadline and retry period; 15 s, 10 s and 2 s by default. */
  @CanIgnoreReturnValue
  public ElectionOptions timing(Duration leaseDuration, Duration renew, Duration retry) {
    this.lease = leaseDuration;
    this.renewDeadline = renew;
    this.retryPeriod = retry;
    return this;
  }

  /** Releases the lease when the manager stops, so that another replica can lead immediately. */
  @CanIgnoreReturnValue
  public ElectionOptions releaseOnCancel() {
    this.releaseOnCancel = true;
    return this;
  }

  @CanIgnoreReturnValue
  public ElectionOptions label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  /** The name of the Lease. */
  public String id() {
    return id;
  }

  public String host() {
    return host;
  }

  /** Empty unless it has been set. */
  public String identity() {
    return identity;
  }

  public Duration leaseDuration() {
    return lease;
  }

  public Duration renewDeadline() {
    return renewDeadline;
  }

  public Duration retryPeriod() {
    return retryPeriod;
  }

  /** The same settings for another Lease. */
  public ElectionOptions forLease(String name) {
    ElectionOptions copy =
        new ElectionOptions()
            .id(name)
            .namespace(namespace)
            .host(host)
            .identity(identity)
            .timing(lease, renewDeadline, retryPeriod);
    copy.releaseOnCancel = releaseOnCancel;
    copy.labels.putAll(labels);
    return copy;
  }

  /** The namespace of the Lease, by default that of the pod. */
  public String namespace(Env env) {
    if (!namespace.isEmpty()) {
      return namespace;
    }
    try {
      return new String(env.files().read(POD_NAMESPACE), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "unable to find leader election namespace: not running in-cluster, please specify"
              + " LeaderElectionNamespace",
          e);
    }
  }

  void check() {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("LeaderElectionID must be configured");
    }
    if (retryPeriod.isNegative() || retryPeriod.isZero()) {
      throw new IllegalArgumentException("retryPeriod must be greater than zero");
    }
    if (lease.compareTo(renewDeadline) <= 0) {
      throw new IllegalArgumentException("leaseDuration must be greater than renewDeadline");
    }
    if (renewDeadline.toNanos() <= retryPeriod.toNanos() * LeaseElection.JITTER) {
      throw new IllegalArgumentException(
          "renewDeadline must be greater than retryPeriod*JitterFactor");
    }
  }
}
