package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.orIfZero;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.Json;
import io.coxswain.api.Quantities;
import io.coxswain.api.mariadb.GeneratedSecretKeyRef;
import io.coxswain.api.mariadb.Grant;
import io.coxswain.api.mariadb.GrantSpec;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.api.mariadb.MariaDbAffinity;
import io.coxswain.api.mariadb.MariaDbMetrics;
import io.coxswain.api.mariadb.MariaDbNodeAffinity;
import io.coxswain.api.mariadb.MariaDbPodAntiAffinity;
import io.coxswain.api.mariadb.MariaDbRef;
import io.coxswain.api.mariadb.MariaDbResources;
import io.coxswain.api.mariadb.MariaDbServiceTemplate;
import io.coxswain.api.mariadb.MariaDbSpec;
import io.coxswain.api.mariadb.NameRef;
import io.coxswain.api.slurm.MariaDbOperator;
import io.coxswain.api.slurm.NodeFilter;
import io.coxswain.slurm.render.config.SlurmdbdConf;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The database that the MariaDB operator runs for slurmdbd, and what slurmdbd may do with it. */
final class MariaDatabase {
  private static final int PORT = 3306;
  private static final long FALLBACK_BUFFER_MEBIBYTES = 32768;
  private static final long MEBIBYTE = 1 << 20;

  private MariaDatabase() {}

  static boolean enabled(ClusterValues values) {
    MariaDbOperator asked = values.nodes().getAccounting().getMariadbOperator();
    return asked != null && on(asked.getEnabled());
  }

  /** Whether the passwords are ours to make. */
  static boolean protectedSecret(ClusterValues values) {
    MariaDbOperator asked = values.nodes().getAccounting().getMariadbOperator();
    return asked != null && on(asked.getEnabled()) && on(asked.getProtectedSecret());
  }

  /**
   * In maintenance the number of replicas is left to the server, whose default is 1. Upstream asks
   * for 0, which Go omits: the database runs on, and administrators back it up then.
   */
  static MariaDb database(ClusterValues values) {
    MariaDbOperator asked = values.nodes().getAccounting().getMariadbOperator();
    if (asked == null) {
      throw new IllegalStateException("MariaDB is not enabled");
    }
    Names names = values.names();
    NodeFilter filter = values.filter(values.nodes().getAccounting().getK8sNodeFilterName());
    int replicas = orIfZero(asked.getReplicas(), 1);
    var database = new MariaDb();
    database.setMetadata(
        Pods.metadata(
            names.database(), names.namespace(), Labels.of(Component.MARIADB, names.cluster())));
    MariaDbSpec spec = database.getSpec();
    spec.setImage(asked.getImage());
    spec.setImagePullPolicy(asked.getImagePullPolicy());
    spec.setImagePullSecrets(
        asked.getImagePullSecrets().stream().map(ref -> nameRef(text(ref.getName()))).toList());
    spec.setReplicas(values.maintenance().active() ? null : (Integer) replicas);
    spec.setReplication(asked.getReplication());
    spec.setPort(orIfZero(asked.getPort(), PORT));
    spec.setStorage(asked.getStorage());
    spec.setDatabase(SlurmdbdConf.DATABASE);
    spec.setUsername(SlurmdbdConf.USER);
    boolean generate = !on(asked.getProtectedSecret());
    spec.setPasswordSecretKeyRef(password(Names.MARIADB_PASSWORD, generate));
    spec.setRootPasswordSecretKeyRef(password(Names.MARIADB_ROOT, generate));
    spec.setRootEmptyPassword(false);
    var service = new MariaDbServiceTemplate();
    service.setType("ClusterIP");
    spec.setService(service);
    spec.setResources(resources(asked));
    spec.setSecurityContext(asked.getSecurityContext());
    spec.setPodSecurityContext(asked.getPodSecurityContext());
    spec.setNodeSelector(new TreeMap<>(filter.getNodeSelector()));
    spec.setAffinity(affinity(filter.getAffinity(), replicas > 1));
    spec.setTolerations(filter.getTolerations());
    spec.setPriorityClassName(Pods.orNull(asked.getPriorityClassName()));
    spec.setMetrics(asked.getMetrics() == null ? new MariaDbMetrics() : asked.getMetrics());
    spec.setMyCnf(myCnf(asked.getResources().get("memory")));
    return database;
  }

  static Grant grant(ClusterValues values) {
    Names names = values.names();
    var ref = new MariaDbRef();
    ref.setName(names.database());
    ref.setNamespace(names.namespace());
    ref.setWaitForIt(true);
    var grant = new Grant();
    grant.setMetadata(
        Pods.metadata(
            names.database(), names.namespace(), Labels.of(Component.MARIADB, names.cluster())));
    GrantSpec spec = grant.getSpec();
    spec.setMariaDbRef(ref);
    spec.setPrivileges(List.of("ALL PRIVILEGES"));
    spec.setDatabase(SlurmdbdConf.DATABASE);
    spec.setTable(SlurmdbdConf.DATABASE + ".*");
    spec.setUsername(SlurmdbdConf.USER);
    spec.setHost("%");
    spec.setGrantOption(true);
    // Upstream omits the unit, so the value is in nanoseconds.
    spec.setRequeueInterval("30s");
    spec.setRetryInterval("5s");
    return grant;
  }

  private static NameRef nameRef(String name) {
    var ref = new NameRef();
    ref.setName(name);
    return ref;
  }

  private static GeneratedSecretKeyRef password(String secret, boolean generate) {
    var ref = new GeneratedSecretKeyRef();
    ref.setName(secret);
    ref.setKey("password");
    ref.setGenerate(generate ? true : null);
    return ref;
  }

  private static MariaDbResources resources(MariaDbOperator asked) {
    var zero = new Quantity("0");
    var requests = new TreeMap<String, Quantity>();
    requests.put("cpu", asked.getResources().getOrDefault("cpu", zero));
    requests.put("memory", asked.getResources().getOrDefault("memory", zero));
    var limits = new TreeMap<>(asked.getResources());
    limits.remove("cpu");
    var resources = new MariaDbResources();
    resources.setRequests(requests);
    resources.setLimits(limits);
    return resources;
  }

  /** Of the filter's affinity the operator takes one part: nodes, else pods to keep away from. */
  private static MariaDbAffinity affinity(@Nullable Affinity asked, boolean apart) {
    var affinity = new MariaDbAffinity();
    affinity.setAntiAffinityEnabled(apart);
    if (asked != null && asked.getNodeAffinity() != null) {
      affinity.setNodeAffinity(
          Json.convert(Json.tree(asked.getNodeAffinity()), MariaDbNodeAffinity.class));
    } else if (asked != null && asked.getPodAntiAffinity() != null) {
      affinity.setPodAntiAffinity(
          Json.convert(Json.tree(asked.getPodAntiAffinity()), MariaDbPodAntiAffinity.class));
    }
    return affinity;
  }

  private static String myCnf(@Nullable Quantity memory) {
    return String.join(
        "\n",
        "[mariadb]",
        "bind-address=*",
        "default_storage_engine=InnoDB",
        "innodb_default_row_format=DYNAMIC",
        "innodb_buffer_pool_size=" + bufferMebibytes(memory) + "M",
        "innodb_log_file_size=64M",
        "innodb_lock_wait_timeout=900",
        "max_allowed_packet=16M");
  }

  /** Half of what the container has. */
  private static long bufferMebibytes(@Nullable Quantity memory) {
    BigDecimal bytes = memory == null ? BigDecimal.ZERO : Quantities.value(memory.toString());
    long half = bytes.longValue() / 2 / MEBIBYTE;
    return half > 0 ? half : FALLBACK_BUFFER_MEBIBYTES;
  }
}
