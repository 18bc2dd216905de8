package io.coxswain.runtime.rotation;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.manager.Manager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings for certificates: their Secret, and the configurations that get the CA bundle. */
public final class RotationOptions {
  final ObjectKey secret;
  final String service;
  String authorityName = "coxswain-ca";
  String organization = "coxswain";
  Duration authorityLifetime = Duration.ofDays(3650);
  Duration lifetime = Duration.ofDays(365);
  Duration lookAhead = Duration.ofDays(90);
  Duration period = Duration.ofHours(12);
  @Nullable Path folder;
  final List<String> moreNames = new ArrayList<>();
  final List<Target> targets = new ArrayList<>();

  RotationOptions(ObjectKey secret, String service) {
    this.secret = secret;
    this.service = service;
  }

  /** The name of the CA. */
  @CanIgnoreReturnValue
  public RotationOptions authority(String name, String itsOrganization) {
    this.authorityName = name;
    this.organization = itsOrganization;
    return this;
  }

  /** An additional DNS name of the service. */
  @CanIgnoreReturnValue
  public RotationOptions name(String name) {
    moreNames.add(name);
    return this;
  }

  /** The lifetime of certificates, and how long before expiry they are renewed. */
  @CanIgnoreReturnValue
  public RotationOptions lifetimes(
      Duration ofAuthority, Duration ofCertificate, Duration replacedBefore) {
    this.authorityLifetime = ofAuthority;
    this.lifetime = ofCertificate;
    this.lookAhead = replacedBefore;
    return this;
  }

  /** Waits until the Secret is mounted as files in the directory, for servers that read those. */
  @CanIgnoreReturnValue
  public RotationOptions files(Path mounted) {
    this.folder = mounted;
    return this;
  }

  @CanIgnoreReturnValue
  public RotationOptions mutating(String name) {
    return target(new Target.Mutating(name));
  }

  @CanIgnoreReturnValue
  public RotationOptions validating(String name) {
    return target(new Target.Validating(name));
  }

  /** The conversion webhook of a CRD. */
  @CanIgnoreReturnValue
  public RotationOptions conversion(String name) {
    return target(new Target.Conversion(name));
  }

  @CanIgnoreReturnValue
  public RotationOptions apiService(String name) {
    return target(new Target.Service(name));
  }

  private RotationOptions target(Target target) {
    targets.add(target);
    return this;
  }

  /** All DNS names of the service, its own first. */
  List<String> names() {
    var names = new ArrayList<String>();
    names.add(service + "." + secret.namespace() + ".svc");
    names.addAll(moreNames);
    return names;
  }

  /**
   * Adds the rotation to the manager, on every replica, and makes its webhooks use the
   * certificates.
   */
  public CertRotation addTo(Manager manager) {
    var rotation = new CertRotation(this, manager);
    rotation.register();
    return rotation;
  }
}
