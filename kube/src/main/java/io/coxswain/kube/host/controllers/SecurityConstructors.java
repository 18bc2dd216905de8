package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.env.Files;
import io.coxswain.kube.host.HostException;
import io.coxswain.kube.rootca.RootCaPublisher;
import io.coxswain.kube.serviceaccount.ServiceAccountController;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.runtime.manager.ManagerView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;

/** Builds the controllers of service accounts, tokens and certificates. */
final class SecurityConstructors {
  private SecurityConstructors() {}

  static Optional<Built> serviceAccounts(ControllerContext context) throws ApiException {
    ManagerView view = context.as("service-account-controller");
    ServiceAccountController.register(view);
    return Built.of(view);
  }

  static Optional<Built> rootCa(ControllerContext context) throws HostException, ApiException {
    ManagerView view = context.as("root-ca-cert-publisher");
    RootCaPublisher.register(view, rootCertificates(context));
    return Built.of(view);
  }

  /** What {@code --root-ca-file} holds; empty without it, and then that is what is published. */
  private static String rootCertificates(ControllerContext context) throws HostException {
    String file = context.options().security.rootCa.get();
    return file.isEmpty() ? "" : certificates(context.env().files(), file);
  }

  private static String certificates(Files files, String file) throws HostException {
    try {
      byte[] pem = files.read(Path.of(file));
      if (Pem.certificates(pem).isEmpty()) {
        throw new HostException("error parsing root-ca-file at " + file + ": no certificate in it");
      }
      return new String(pem, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new HostException("error reading root-ca-file at " + file + ": " + e.getMessage(), e);
    } catch (GeneralSecurityException e) {
      throw new HostException("error parsing root-ca-file at " + file + ": " + e.getMessage(), e);
    }
  }
}
