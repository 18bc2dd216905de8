package io.coxswain.runtime.rotation;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.manager.Manager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which certificates are made, where they are kept and who is told whom to trust. */
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

  /** What the authority is called. */
  @CanIgnoreReturnValue
  public RotationOptions authority(String name, String itsOrganization) {
    this.authorityName = name;
    this.organization = itsOrganization;
    return this;
  }

  /** Another name that the service is reached by. */
  @CanIgnoreReturnValue
  public RotationOptions name(String name) {
    moreNames.add(name);
    return this;
  }

  /** How long certificates last, and how long before their end they are replaced. */
  @CanIgnoreReturnValue
  public RotationOptions lifetimes(
      Duration ofAuthority, Duration ofCertificate, Duration replacedBefore) {
    this.authorityLifetime = ofAuthority;
    this.lifetime = ofCertificate;
    this.lookAhead = replacedBefore;
    return this;
  }

  /** Waits for the Secret to show up as files there, for servers that read those. */
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

  /** The conversion webhook of a custom resource definition. */
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

  /** All names of the service, its own first. */
  List<String> names() {
    var names = new ArrayList<String>();
    names.add(service + "." + secret.namespace() + ".svc");
    names.addAll(moreNames);
    return names;
  }

  /** Has the manager do it, on every replica, and its webhooks be served with the certificates. */
  public CertRotation addTo(Manager manager) {
    var rotation = new CertRotation(this, manager);
    rotation.register();
    return rotation;
  }
}
