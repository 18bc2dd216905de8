package io.coxswain.apiserver.admission.plugins;

import io.coxswain.api.GoQuote;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.AdmissionException;
import java.util.List;

/**
 * A user who approves or signs a certificate request, or publishes the certificates of a signer,
 * needs the permission for the signer: the verb {@code approve}, {@code sign} or {@code attest} on
 * the resource {@code signers}, for the name of the signer or for all signers of its domain.
 */
final class SignerPermission implements Plugin {
  private static final String REQUESTS = "certificatesigningrequests.certificates.k8s.io/";
  private static final String BUNDLES = "clustertrustbundles.certificates.k8s.io";
  private static final String POD_REQUESTS = "podcertificaterequests.certificates.k8s.io/status";

  private final Authorizer authorizer;
  private final String resource;
  private final String verb;

  private SignerPermission(Authorizer authorizer, String resource, String verb) {
    this.authorizer = authorizer;
    this.resource = resource;
    this.verb = verb;
  }

  static SignerPermission toApprove(Authorizer authorizer) {
    return new SignerPermission(authorizer, REQUESTS + "approval", "approve");
  }

  static SignerPermission toSign(Authorizer authorizer) {
    return new SignerPermission(authorizer, REQUESTS + "status", "sign");
  }

  static SignerPermission toSignForPods(Authorizer authorizer) {
    return new SignerPermission(authorizer, POD_REQUESTS, "sign");
  }

  static SignerPermission toAttest(Authorizer authorizer) {
    return new SignerPermission(authorizer, BUNDLES, "attest");
  }

  @Override
  public List<String> resources() {
    return List.of(resource);
  }

  @Override
  public List<Operation> operations() {
    return verb.equals("attest")
        ? List.of(Operation.CREATE, Operation.UPDATE)
        : List.of(Operation.UPDATE);
  }

  @Override
  public void validate(Attributes attributes) {
    switch (resource) {
      case BUNDLES -> {
        String signer = Meta.text(attributes.object(), "/spec/signerName");
        boolean unchanged =
            SameJson.same(attributes.old().path("spec"), attributes.object().path("spec"));
        if (!signer.isEmpty() && !unchanged && !mayFor(attributes, signer)) {
          throw new AdmissionException(
              "user not permitted to attest for signerName " + GoQuote.of(signer));
        }
      }
      case POD_REQUESTS -> {
        String signer = Meta.text(attributes.old(), "/spec/signerName");
        boolean unchanged =
            SameJson.same(attributes.old().path("status"), attributes.object().path("status"));
        if (!unchanged && !mayFor(attributes, signer)) {
          throw new AdmissionException(
              "User %s is not permitted to \"sign\" for signer %s"
                  .formatted(GoQuote.of(attributes.user().name()), GoQuote.of(signer)));
        }
      }
      default -> request(attributes);
    }
  }

  private void request(Attributes attributes) {
    if (verb.equals("sign") && isUnsigned(attributes)) {
      return;
    }
    String signer = Meta.text(attributes.old(), "/spec/signerName");
    if (!mayFor(attributes, signer)) {
      throw new AdmissionException(
          "user not permitted to " + verb + " requests with signerName " + GoQuote.of(signer));
    }
  }

  private boolean mayFor(Attributes attributes, String signer) {
    return may(attributes, signer) || may(attributes, signer.split("/", 2)[0] + "/*");
  }

  /** Whether the write changes neither the certificate nor a condition. */
  private static boolean isUnsigned(Attributes attributes) {
    return SameJson.same(
            attributes.old().at("/status/certificate"),
            attributes.object().at("/status/certificate"))
        && SameJson.same(
            attributes.old().at("/status/conditions"),
            attributes.object().at("/status/conditions"));
  }

  private boolean may(Attributes attributes, String name) {
    return authorizer
        .decide(
            AuthorizationAttributes.resource(
                attributes.user(), verb, "certificates.k8s.io", "signers", "", name))
        .allowed();
  }
}
