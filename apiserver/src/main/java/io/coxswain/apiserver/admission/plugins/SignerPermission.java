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
 * A user who approves or signs a certificate request needs the permission for its signer: the verb
 * {@code approve} or {@code sign} on the resource {@code signers}, for the name of the signer or
 * for all signers of its domain.
 */
final class SignerPermission implements Plugin {
  private static final String REQUESTS = "certificatesigningrequests.certificates.k8s.io/";

  private final Authorizer authorizer;
  private final String subresource;
  private final String verb;

  private SignerPermission(Authorizer authorizer, String subresource, String verb) {
    this.authorizer = authorizer;
    this.subresource = subresource;
    this.verb = verb;
  }

  static SignerPermission toApprove(Authorizer authorizer) {
    return new SignerPermission(authorizer, "approval", "approve");
  }

  static SignerPermission toSign(Authorizer authorizer) {
    return new SignerPermission(authorizer, "status", "sign");
  }

  @Override
  public List<String> resources() {
    return List.of(REQUESTS + subresource);
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.UPDATE);
  }

  @Override
  public void validate(Attributes attributes) {
    if (verb.equals("sign") && isUnsigned(attributes)) {
      return;
    }
    String signer = Meta.text(attributes.old(), "/spec/signerName");
    String domain = signer.split("/", 2)[0];
    if (!may(attributes, signer) && !may(attributes, domain + "/*")) {
      throw new AdmissionException(
          "user not permitted to " + verb + " requests with signerName " + GoQuote.of(signer));
    }
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
