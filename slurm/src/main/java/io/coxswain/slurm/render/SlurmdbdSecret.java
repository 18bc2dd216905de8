package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.ExternalDb;
import io.coxswain.api.slurm.ExternalDbTls;
import io.coxswain.api.slurm.PasswordSecretKeyRef;
import io.coxswain.slurm.render.config.SlurmdbdConf;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** slurmdbd.conf and where the database is, which need the password that another Secret holds. */
final class SlurmdbdSecret {
  private SlurmdbdSecret() {}

  static Secret of(ClusterValues values, Step.Secrets secrets) {
    checkClientCertificate(values, secrets);
    String password = password(values, secrets);
    SlurmdbdConf.Storage storage = SlurmdbdConf.Storage.of(values);
    var data = new TreeMap<String, byte[]>();
    data.put("slurmdbd.conf", bytes(SlurmdbdConf.of(values, password)));
    data.put("storageHost", bytes(storage.host()));
    data.put("storagePort", bytes(String.valueOf(storage.port())));
    data.put("storageUser", bytes(storage.user()));
    data.put("storagePass", bytes(password));
    return GeneratedSecrets.of(
        values, Component.ACCOUNTING, values.names().slurmdbdConfigs(), data);
  }

  private static String password(ClusterValues values, Step.Secrets secrets) {
    ExternalDb external = values.nodes().getAccounting().getExternalDB();
    PasswordSecretKeyRef ref = external == null ? null : external.getPasswordSecretKeyRef();
    if (external != null && on(external.getEnabled())) {
      if (ref == null || text(ref.getName()).isEmpty()) {
        return MariaDatabase.enabled(values) ? operatorPassword(secrets) : "";
      }
      Map<String, String> data = data(secrets, text(ref.getName()));
      require(!text(external.getUser()).isEmpty(), "external DB user is empty");
      require(!text(external.getHost()).isEmpty(), "external DB host is empty");
      return value(data, text(ref.getKey()));
    }
    return MariaDatabase.enabled(values) ? operatorPassword(secrets) : "";
  }

  private static String operatorPassword(Step.Secrets secrets) {
    return value(data(secrets, Names.MARIADB_PASSWORD), "password");
  }

  private static Map<String, String> data(Step.Secrets secrets, String name) {
    Secret secret =
        secrets
            .find(name)
            .orElseThrow(
                () ->
                    new InvalidClusterException(
                        "secret \"" + name + "\" with the password of the database not found"));
    Map<String, String> data = secret.getData();
    require(data != null && !data.isEmpty(), "secret data is empty");
    return data;
  }

  private static String value(Map<String, String> data, String key) {
    String encoded = data.get(key);
    require(encoded != null, "secret data does not contain password key");
    String password = new String(Base64.getDecoder().decode(text(encoded)), StandardCharsets.UTF_8);
    require(!password.isEmpty(), "password is empty");
    return password;
  }

  private static void checkClientCertificate(ClusterValues values, Step.Secrets secrets) {
    ExternalDb external = values.nodes().getAccounting().getExternalDB();
    ExternalDbTls tls = external == null ? null : external.getTls();
    if (external == null || !on(external.getEnabled()) || tls == null) {
      return;
    }
    String name = text(tls.getClientCertSecretRef());
    if (name.isEmpty()) {
      return;
    }
    Map<String, String> data =
        secrets
            .find(name)
            .map(Secret::getData)
            .orElseThrow(
                () ->
                    new InvalidClusterException(
                        "secret \"" + name + "\" with the client certificate not found"));
    for (String key : new String[] {"tls.crt", "tls.key"}) {
      require(
          !text(data.get(key)).isEmpty(),
          "secret \"" + name + "\" must hold " + key + ", which is missing or empty");
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new InvalidClusterException(message);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
