package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import io.coxswain.kube.bootstrap.BootstrapControllers;
import io.coxswain.kube.certificates.CaFiles;
import io.coxswain.kube.certificates.CertificateControllers;
import io.coxswain.kube.certificates.SigningOptions;
import io.coxswain.kube.host.options.SecurityFlags;
import io.coxswain.kube.host.shared.HostException;
import io.coxswain.kube.legacytokens.LegacyTokenController;
import io.coxswain.kube.legacytokens.LegacyTokenOptions;
import io.coxswain.kube.rootca.RootCaPublisher;
import io.coxswain.kube.serviceaccount.ServiceAccountController;
import io.coxswain.kube.tokens.TokenController;
import io.coxswain.kube.tokens.TokenOptions;
import io.coxswain.kube.tokens.TokenSigner;
import io.coxswain.kube.trustbundle.TrustBundlePublisher;
import io.coxswain.runtime.certificates.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;

/** Builds service account, token and certificate controllers. */
final class SecurityConstructors {
  private static final String CERTIFICATES = "certificate-controller";

  private SecurityConstructors() {}

  private static SecurityFlags flags(ControllerContext context) {
    return context.options().security;
  }

  // ---- service accounts and tokens

  /**
   * Uses the identity of the program: the service accounts of other controllers may need it to get
   * tokens.
   */
  static Optional<BuiltController> tokens(ControllerContext context)
      throws HostException, ApiException {
    String file = flags(context).tokenKey.get();
    if (file.isEmpty()) {
      return Optional.empty();
    }
    TokenSigner signer;
    try {
      signer = TokenSigner.of(context.env().files().read(Path.of(file)));
    } catch (IOException e) {
      throw new HostException(
          "error reading key for service account token controller: error reading private key file %s: %s"
              .formatted(file, FileProblem.why(e)),
          e);
    }
    var options = new TokenOptions(flags(context).tokens.get(), signer, rootCertificates(context));
    return BuiltController.on(
        context.asRoot("tokens-controller"), m -> TokenController.register(m, options));
  }

  static Optional<BuiltController> serviceAccounts(ControllerContext context) throws ApiException {
    return BuiltController.on(
        context.as("service-account-controller"), ServiceAccountController::register);
  }

  static Optional<BuiltController> legacyTokens(ControllerContext context)
      throws HostException, ApiException {
    LegacyTokenOptions options;
    try {
      options = new LegacyTokenOptions(flags(context).legacyTokens.get());
    } catch (IllegalArgumentException e) {
      throw new HostException(String.valueOf(e.getMessage()), e);
    }
    return BuiltController.on(
        context.as("legacy-service-account-token-cleaner"),
        m -> LegacyTokenController.register(m, options));
  }

  static Optional<BuiltController> rootCa(ControllerContext context)
      throws HostException, ApiException {
    String certificates = rootCertificates(context);
    return BuiltController.on(
        context.as("root-ca-cert-publisher"), m -> RootCaPublisher.register(m, certificates));
  }

  /** The content of {@code --root-ca-file}, or else the CA bundle of the kubeconfig. */
  private static String rootCertificates(ControllerContext context) throws HostException {
    String file = flags(context).rootCa.get();
    return file.isEmpty() ? context.serverAuthority() : certificates(context.env().files(), file);
  }

  private static String certificates(Files files, String file) throws HostException {
    try {
      byte[] pem = files.read(Path.of(file));
      if (Pem.certificates(pem).isEmpty()) {
        throw new HostException(
            "error parsing root-ca-file at "
                + file
                + ": data does not contain any valid certificates");
      }
      return new String(pem, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new HostException("error reading root-ca-file at " + file + ": " + e.getMessage(), e);
    } catch (GeneralSecurityException e) {
      throw new HostException("error parsing root-ca-file at " + file + ": " + e.getMessage(), e);
    }
  }

  // ---- certificates

  static Optional<BuiltController> signing(ControllerContext context)
      throws HostException, ApiException {
    SecurityFlags flags = flags(context);
    SigningOptions options = SigningOptions.none().lasting(flags.signingDuration.get());
    if (isComplete(flags.cluster)) {
      options = SigningOptions.all(authority(context, flags.cluster), flags.signingDuration.get());
    }
    options = with(context, options, SigningOptions.KUBELET_SERVING, flags.kubeletServing);
    options = with(context, options, SigningOptions.KUBELET_CLIENT, flags.kubeletClient);
    options = with(context, options, SigningOptions.API_SERVER_CLIENT, flags.apiServerClient);
    options = with(context, options, SigningOptions.LEGACY_UNKNOWN, flags.legacyUnknown);
    if (options.cas().isEmpty()) {
      return Optional.empty();
    }
    SigningOptions chosen = options;
    return BuiltController.on(
        context.as(CERTIFICATES), m -> CertificateControllers.registerSigning(m, chosen));
  }

  private static boolean isComplete(SecurityFlags.SigningPair pair) {
    return !pair.certificate().get().isEmpty() && !pair.key().get().isEmpty();
  }

  private static SigningOptions with(
      ControllerContext context,
      SigningOptions options,
      String signer,
      SecurityFlags.SigningPair pair)
      throws HostException {
    return isComplete(pair) ? options.with(signer, authority(context, pair)) : options;
  }

  private static CaFiles authority(ControllerContext context, SecurityFlags.SigningPair pair)
      throws HostException {
    String certificate = pair.certificate().get();
    String key = pair.key().get();
    try {
      return new CaFiles(context.env().files(), Path.of(certificate), Path.of(key));
    } catch (IOException e) {
      throw new HostException(
          "error reading CA cert file \"%s\" and key file \"%s\": %s"
              .formatted(certificate, key, e.getMessage()),
          e);
    }
  }

  static Optional<BuiltController> approving(ControllerContext context) throws ApiException {
    return BuiltController.on(context.as(CERTIFICATES), CertificateControllers::registerApproving);
  }

  static Optional<BuiltController> cleaning(ControllerContext context) throws ApiException {
    return BuiltController.on(context.as(CERTIFICATES), CertificateControllers::registerCleaning);
  }

  static Optional<BuiltController> podRequestCleaning(ControllerContext context)
      throws ApiException {
    return BuiltController.on(
        context.as("podcertificaterequestcleaner"),
        CertificateControllers::registerPodRequestCleaning);
  }

  static Optional<BuiltController> trustBundle(ControllerContext context)
      throws HostException, ApiException {
    String certificates = rootCertificates(context);
    if (certificates.isEmpty()) {
      return Optional.empty();
    }
    return BuiltController.on(
        context.as("kube-apiserver-serving-clustertrustbundle-publisher"),
        m ->
            TrustBundlePublisher.register(
                m, TrustBundlePublisher.API_SERVER_SERVING, certificates));
  }

  static Optional<BuiltController> bootstrapSigner(ControllerContext context) throws ApiException {
    return BuiltController.on(context.as("bootstrap-signer"), BootstrapControllers::registerSigner);
  }

  static Optional<BuiltController> tokenCleaner(ControllerContext context) throws ApiException {
    return BuiltController.on(context.as("token-cleaner"), BootstrapControllers::registerCleaner);
  }
}
