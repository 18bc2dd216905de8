package io.coxswain.runtime.webhook;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.runtime.certificates.IdentitySource;
import io.coxswain.runtime.http.TlsPolicy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Address and certificate of the webhook server. */
public final class WebhookOptions {
  String host = "";
  int port = 9443;
  Path directory = Path.of("/tmp/k8s-webhook-server/serving-certs");
  String certificate = "tls.crt";
  String key = "tls.key";
  @Nullable Path clientAuthority;
  @Nullable IdentitySource source;
  TlsPolicy tls = TlsPolicy.DEFAULT;

  /** All interfaces by default. */
  @CanIgnoreReturnValue
  public WebhookOptions host(String name) {
    this.host = name;
    return this;
  }

  /** 9443 by default; 0 for any free port, -1 for no server. */
  @CanIgnoreReturnValue
  public WebhookOptions port(int number) {
    this.port = number;
    return this;
  }

  /** The directory of {@code tls.crt} and {@code tls.key}. */
  @CanIgnoreReturnValue
  public WebhookOptions certificates(Path folder) {
    this.directory = folder;
    return this;
  }

  @CanIgnoreReturnValue
  public WebhookOptions certificateNames(String certificateFile, String keyFile) {
    this.certificate = certificateFile;
    this.key = keyFile;
    return this;
  }

  /** Uses the certificates of the source instead of files. */
  @CanIgnoreReturnValue
  public WebhookOptions certificates(IdentitySource from) {
    this.source = from;
    return this;
  }

  /** Requires client certificates issued by the CA in the file. */
  @CanIgnoreReturnValue
  public WebhookOptions clientAuthority(Path file) {
    this.clientAuthority = file;
    return this;
  }

  /** The TLS settings; the JDK's defaults by default. */
  @CanIgnoreReturnValue
  public WebhookOptions tls(TlsPolicy policy) {
    this.tls = policy;
    return this;
  }
}
