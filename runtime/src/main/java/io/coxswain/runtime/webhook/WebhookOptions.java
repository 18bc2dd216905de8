package io.coxswain.runtime.webhook;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.runtime.certificates.IdentitySource;
import io.coxswain.runtime.http.TlsPolicy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where webhooks are served, and with which certificate. */
public final class WebhookOptions {
  String host = "";
  int port = 9443;
  Path directory = Path.of("/tmp/k8s-webhook-server/serving-certs");
  String certificate = "tls.crt";
  String key = "tls.key";
  @Nullable Path clientAuthority;
  @Nullable IdentitySource source;
  TlsPolicy tls = TlsPolicy.DEFAULT;

  /** All interfaces unless said. */
  @CanIgnoreReturnValue
  public WebhookOptions host(String name) {
    this.host = name;
    return this;
  }

  /** 9443 unless said; 0 for any free one, -1 for no server at all. */
  @CanIgnoreReturnValue
  public WebhookOptions port(int number) {
    this.port = number;
    return this;
  }

  /** Where {@code tls.crt} and {@code tls.key} are. */
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

  /** Serves with the certificates of the source instead of files. */
  @CanIgnoreReturnValue
  public WebhookOptions certificates(IdentitySource from) {
    this.source = from;
    return this;
  }

  /** Turns away clients without a certificate of the authority in the file. */
  @CanIgnoreReturnValue
  public WebhookOptions clientAuthority(Path file) {
    this.clientAuthority = file;
    return this;
  }

  /** Which TLS is talked; that of the JDK unless said. */
  @CanIgnoreReturnValue
  public WebhookOptions tls(TlsPolicy policy) {
    this.tls = policy;
    return this;
  }
}
