package io.coxswain.slurm.render.config;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.orIfZero;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.AccountingNode;
import io.coxswain.api.slurm.ExternalDb;
import io.coxswain.api.slurm.ExternalDbTls;
import io.coxswain.api.slurm.MariaDbOperator;
import io.coxswain.api.slurm.SlurmdbdConfig;
import io.coxswain.slurm.values.ClusterValues;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** slurmdbd.conf, which holds the password of the database: it goes into a Secret. */
public final class SlurmdbdConf {
  public static final int PORT = 6819;
  public static final String DATABASE = "slurm_acct_db";
  public static final String USER = "slurm";
  private static final int DATABASE_PORT = 3306;
  private static final String CA = "/mnt/slurmdbd-ssl-ca-cert/ca.crt";
  private static final String CERTIFICATE = "/mnt/slurmdbd-ssl-client-key/tls.crt";
  private static final String KEY = "/mnt/slurmdbd-ssl-client-key/tls.key";

  private SlurmdbdConf() {}

  /** Where the database is. */
  public record Storage(String host, int port, String user) {

    /** The MariaDB operator's if it is enabled, even in addition to another one. */
    public static Storage of(ClusterValues values) {
      AccountingNode accounting = values.nodes().getAccounting();
      MariaDbOperator operator = accounting.getMariadbOperator();
      if (operator != null && on(operator.getEnabled())) {
        return new Storage(
            values.names().database(), orIfZero(operator.getPort(), DATABASE_PORT), USER);
      }
      ExternalDb external = accounting.getExternalDB();
      return external == null
          ? new Storage("", DATABASE_PORT, "")
          : new Storage(
              text(external.getHost()),
              orIfZero(external.getPort(), DATABASE_PORT),
              text(external.getUser()));
    }
  }

  /** The file; an empty password is left out. */
  public static String of(ClusterValues values, String password) {
    AccountingNode accounting = values.nodes().getAccounting();
    Storage storage = Storage.of(values);
    var conf =
        new ConfigText()
            .property("AuthType", "auth/munge")
            .property("SlurmUser", "root")
            .property("LogFile", "/dev/null")
            .property("PidFile", "/var/run/slurmdbd.pid")
            .property("DbdHost", "accounting")
            .property("DbdPort", PORT)
            .property("StorageLoc", DATABASE)
            .property("StorageType", "accounting_storage/mysql")
            .optional("StoragePass", password)
            .property("StorageUser", storage.user())
            .property("StorageHost", storage.host());
    ExternalDb external = accounting.getExternalDB();
    MariaDbOperator operator = accounting.getMariadbOperator();
    if (external != null && !(operator != null && on(operator.getEnabled()))) {
      conf.optional("StorageParameters", parameters(external));
    }
    conf.property("StoragePort", storage.port());
    if (values.rest()) {
      conf.gap()
          .comment("REST API settings")
          .property("AuthAltTypes", "auth/jwt")
          .property("AuthAltParameters", "jwt_key=/var/spool/slurmdbd/jwt_hs256.key");
    }
    SlurmdbdConfig asked = accounting.getSlurmdbdConfig();
    if (asked != null) {
      asked(conf, asked);
    }
    return conf.managed();
  }

  /** Slurm fails at an option without a value, so such an option is left to its default. */
  private static void asked(ConfigText conf, SlurmdbdConfig asked) {
    conf.optional("ArchiveEvents", asked.getArchiveEvents())
        .optional("ArchiveJobs", asked.getArchiveJobs())
        .optional("ArchiveResvs", asked.getArchiveResvs())
        .optional("ArchiveSteps", asked.getArchiveSteps())
        .optional("ArchiveSuspend", asked.getArchiveSuspend())
        .optional("ArchiveTXN", asked.getArchiveTXN())
        .optional("ArchiveUsage", asked.getArchiveUsage())
        .optional("DebugLevel", asked.getDebugLevel())
        .optional("TCPTimeout", asked.getTcpTimeout())
        .optional("PurgeEventAfter", asked.getPurgeEventAfter())
        .optional("PurgeJobAfter", asked.getPurgeJobAfter())
        .optional("PurgeResvAfter", asked.getPurgeResvAfter())
        .optional("PurgeStepAfter", asked.getPurgeStepAfter())
        .optional("PurgeSuspendAfter", asked.getPurgeSuspendAfter())
        .optional("PurgeTXNAfter", asked.getPurgeTXNAfter())
        .optional("PurgeUsageAfter", asked.getPurgeUsageAfter())
        .optional("PrivateData", asked.getPrivateData())
        .optional("DebugFlags", asked.getDebugFlags());
  }

  private static String parameters(ExternalDb external) {
    var parameters = new TreeMap<>(external.getStorageParameters());
    ExternalDbTls tls = external.getTls();
    if (tls != null && !text(tls.getServerCASecretRef()).isEmpty()) {
      parameters.put("SSL_CA", CA);
    }
    if (tls != null && !text(tls.getClientCertSecretRef()).isEmpty()) {
      parameters.put("SSL_CERT", CERTIFICATE);
      parameters.put("SSL_KEY", KEY);
    }
    return parameters.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
