package io.coxswain.kube.certificates;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;

/**
 * The usages of a request in X.509 terms.
 *
 * @param keyUsage bits of {@link KeyUsage}
 * @param purposes in the order of Go's list of them
 */
record Usages(int keyUsage, List<KeyPurposeId> purposes) {

  private static final Map<String, Integer> KEY =
      Map.of(
          "signing", KeyUsage.digitalSignature,
          "digital signature", KeyUsage.digitalSignature,
          "content commitment", KeyUsage.nonRepudiation,
          "key encipherment", KeyUsage.keyEncipherment,
          "key agreement", KeyUsage.keyAgreement,
          "data encipherment", KeyUsage.dataEncipherment,
          "cert sign", KeyUsage.keyCertSign,
          "crl sign", KeyUsage.cRLSign,
          "encipher only", KeyUsage.encipherOnly,
          "decipher only", KeyUsage.decipherOnly);

  private static final List<KeyPurposeId> ORDER =
      List.of(
          KeyPurposeId.anyExtendedKeyUsage,
          KeyPurposeId.id_kp_serverAuth,
          KeyPurposeId.id_kp_clientAuth,
          KeyPurposeId.id_kp_codeSigning,
          KeyPurposeId.id_kp_emailProtection,
          KeyPurposeId.id_kp_ipsecEndSystem,
          KeyPurposeId.id_kp_ipsecTunnel,
          KeyPurposeId.id_kp_ipsecUser,
          KeyPurposeId.id_kp_timeStamping,
          KeyPurposeId.id_kp_OCSPSigning,
          KeyPurposeId.id_kp_msSGC,
          KeyPurposeId.id_kp_nsSGC);

  private static final Map<String, Integer> PURPOSE =
      Map.ofEntries(
          Map.entry("any", 0),
          Map.entry("server auth", 1),
          Map.entry("client auth", 2),
          Map.entry("code signing", 3),
          Map.entry("email protection", 4),
          Map.entry("s/mime", 4),
          Map.entry("ipsec end system", 5),
          Map.entry("ipsec tunnel", 6),
          Map.entry("ipsec user", 7),
          Map.entry("timestamping", 8),
          Map.entry("ocsp signing", 9),
          Map.entry("microsoft sgc", 10),
          Map.entry("netscape sgc", 11));

  /**
   * @throws IllegalArgumentException naming the unknown usages
   */
  static Usages parse(List<String> names) {
    int keyUsage = 0;
    var purposes = new TreeMap<Integer, KeyPurposeId>();
    var unknown = new ArrayList<String>();
    for (String name : names) {
      if (KEY.containsKey(name)) {
        keyUsage |= KEY.get(name);
      } else if (PURPOSE.containsKey(name)) {
        purposes.put(PURPOSE.get(name), ORDER.get(PURPOSE.get(name)));
      } else {
        unknown.add("\"" + name + "\"");
      }
    }
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "unrecognized usage values: [" + String.join(" ", unknown) + "]");
    }
    return new Usages(keyUsage, List.copyOf(purposes.values()));
  }
}
