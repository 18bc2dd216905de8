package io.coxswain.apiserver.http;

import io.coxswain.apiserver.Secrets;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.tls.TrustEveryone;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.jspecify.annotations.Nullable;

/**
 * TLS to kubelets: the client certificate of the server, and the CAs it trusts. Files that the user
 * names are read at once; a certificate is issued at the first connection, because the CA is
 * created with the server's data.
 */
final class KubeletTls {
  /** Its keys are weakly encrypted: this key store never leaves the process, and PKCS12 is slow. */
  private static final String STORE = "JKS";

  static final char[] NO_SECRET = "in memory".toCharArray();

  private final Env env;
  private final Secrets secrets;
  private final TrustManager[] trusted;
  private final @Nullable KeyStore own;
  private final AtomicReference<@Nullable SSLContext> context = new AtomicReference<>();

  KubeletTls(Env env, Secrets secrets, KubeletOptions options)
      throws GeneralSecurityException, IOException {
    this.env = env;
    this.secrets = secrets;
    this.trusted = trusted(env, options.certificateAuthority());
    Path certificate = options.clientCertificate();
    Path key = options.clientKey();
    this.own =
        certificate == null || key == null
            ? null
            : entry(
                key(read(env, "--kubelet-client-key", key), key),
                certificates(read(env, "--kubelet-client-certificate", certificate), certificate));
  }

  /** The context of connections. Two tasks may both create it; either certificate is valid. */
  SSLContext context() throws IOException {
    SSLContext known = context.get();
    if (known != null) {
      return known;
    }
    try {
      KeyStore store = own == null ? issued() : own;
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, NO_SECRET);
      SSLContext created = SSLContext.getInstance("TLS");
      created.init(keys.getKeyManagers(), trusted, null);
      context.set(created);
      return created;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot set up TLS to kubelets: " + e.getMessage(), e);
    }
  }

  private KeyStore issued() throws GeneralSecurityException, IOException {
    Certificates.Identity issued =
        new Certificates(env, secrets).client(KubeletOptions.USER, List.of());
    return entry(issued.key(), List.of(issued.certificate()));
  }

  static KeyStore entry(PrivateKey key, List<? extends Certificate> chain)
      throws GeneralSecurityException, IOException {
    KeyStore store = store();
    store.setKeyEntry("client", key, NO_SECRET, chain.toArray(new Certificate[0]));
    return store;
  }

  private static TrustManager[] trusted(Env env, @Nullable Path authority)
      throws GeneralSecurityException, IOException {
    if (authority == null) {
      return TrustEveryone.managers();
    }
    KeyStore store = store();
    int index = 0;
    for (Certificate each :
        certificates(read(env, "--kubelet-certificate-authority", authority), authority)) {
      store.setCertificateEntry("ca" + index++, each);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust.getTrustManagers();
  }

  private static byte[] read(Env env, String flag, Path file) throws IOException {
    try {
      return env.files().read(file);
    } catch (IOException e) {
      throw new IOException(flag + ": " + FileProblem.why(e), e);
    }
  }

  static List<Certificate> certificates(byte[] pem, Path file) throws IOException {
    try {
      List<Certificate> all =
          List.copyOf(
              CertificateFactory.getInstance("X.509")
                  .generateCertificates(new ByteArrayInputStream(pem)));
      if (!all.isEmpty()) {
        return all;
      }
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " is not a PEM file with certificates", e);
    }
    throw new IOException(file + " is not a PEM file with certificates");
  }

  /** The message of a cause is omitted: it may quote the key. */
  static PrivateKey key(byte[] pem, Path file) throws IOException {
    try (var parser =
        new PEMParser(
            new InputStreamReader(new ByteArrayInputStream(pem), StandardCharsets.US_ASCII))) {
      var converter = new JcaPEMKeyConverter();
      for (Object next = parser.readObject(); next != null; next = parser.readObject()) {
        if (next instanceof PEMKeyPair pair) {
          return converter.getKeyPair(pair).getPrivate();
        }
        if (next instanceof PrivateKeyInfo info) {
          return converter.getPrivateKey(info);
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new IOException(file + " is not a PEM file with a private key");
    }
    throw new IOException(file + " is not a PEM file with a private key");
  }

  static KeyStore store() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(STORE);
    store.load(null, null);
    return store;
  }
}
