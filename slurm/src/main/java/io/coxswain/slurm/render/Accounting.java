package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.orIfZero;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.AccountingNode;
import io.coxswain.api.slurm.ExternalDb;
import io.coxswain.api.slurm.ExternalDbTls;
import io.coxswain.api.slurm.MariaDbOperator;
import io.coxswain.api.slurm.NodeContainer;
import io.coxswain.slurm.render.config.SlurmdbdConf;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.List;

/** slurmdbd. */
final class Accounting {
  static final String NAME = "accounting";
  private static final String CA = "slurmdbd-ssl-ca-cert";
  private static final String CLIENT_KEY = "slurmdbd-ssl-client-key";

  /** Brings the client that the wait needs, where no database image is named. */
  private static final String CLIENT_IMAGE = "docker-registry1.mariadb.com/library/mariadb:12.1.2";

  private static final String WAIT =
      """
      set -eu
      deadline=$(( $(date +%s) + 300 ))
      echo "Waiting for the database at ${STORAGE_HOST}:${STORAGE_PORT}, at most 300 s"
      until mariadb --connect-timeout=3 -h "${STORAGE_HOST}" -P "${STORAGE_PORT}" \\
          -u "${STORAGE_USER}" -p"${STORAGE_PASS}" -e 'SELECT 1;' >/dev/null 2>&1; do
        if [ "$(date +%s)" -ge "${deadline}" ]; then
          echo "ERROR: the database at ${STORAGE_HOST}:${STORAGE_PORT} does not answer"
          exit 1
        fi
        sleep 5
      done
      echo "The database is ready"
      """;

  private Accounting() {}

  static int port(ClusterValues values) {
    return orIfZero(container(values).getPort(), SlurmdbdConf.PORT);
  }

  private static NodeContainer container(ClusterValues values) {
    NodeContainer asked = values.nodes().getAccounting().getSlurmdbd();
    return asked == null ? new NodeContainer() : asked;
  }

  static Service service(ClusterValues values) {
    return Services.inside(
            values,
            Component.ACCOUNTING,
            values.names().service(Component.ACCOUNTING),
            port(values),
            NAME)
        .build();
  }

  static Deployment deployment(ClusterValues values) {
    AccountingNode asked = values.nodes().getAccounting();
    Names names = values.names();
    var labels = Labels.matching(Component.ACCOUNTING, names.cluster());
    var init = new ArrayList<Container>(asked.getCustomInitContainers());
    init.add(waitForDatabase(values));
    NodeContainer munge = asked.getMunge();
    init.add(Containers.munge(munge == null ? new NodeContainer() : munge));
    return Pods.deployment(
        Pods.metadata(
            names.accounting(),
            names.namespace(),
            Labels.of(Component.ACCOUNTING, names.cluster())),
        values.replicas(1),
        "Recreate",
        labels,
        Pods.template(
            labels,
            Pods.defaultContainer(NAME),
            Pods.where(values.filter(asked.getK8sNodeFilterName()))
                .withHostUsers(asked.getHostUsers())
                .withImagePullSecrets(container(values).getImagePullSecrets())
                .withHostname(NAME)
                .withPriorityClassName(Pods.orNull(asked.getPriorityClass()))
                .withInitContainers(init)
                .withContainers(slurmdbd(values))
                .withVolumes(volumes(values))
                .build()));
  }

  private static Container slurmdbd(ClusterValues values) {
    NodeContainer asked = container(values);
    var mounts =
        new ArrayList<VolumeMount>(
            List.of(
                Mounts.slurmConfigs(),
                Mounts.mungeSocket(),
                Mounts.restJwtKey(),
                Mounts.at("spool", "/var/spool/slurmdbd")));
    ExternalDbTls tls = tls(values);
    if (!text(tls.getServerCASecretRef()).isEmpty()) {
      mounts.add(Mounts.readOnly(CA, "/mnt/" + CA));
    }
    if (!text(tls.getClientCertSecretRef()).isEmpty()) {
      mounts.add(Mounts.readOnly(CLIENT_KEY, "/mnt/" + CLIENT_KEY));
    }
    return Containers.port(Containers.withCommand(NAME, asked), NAME, port(values))
        .withVolumeMounts(mounts)
        .withSecurityContext(Containers.security(asked.getAppArmorProfile(), Containers.SYS_ADMIN))
        .build();
  }

  private static Container waitForDatabase(ClusterValues values) {
    MariaDbOperator operator = values.nodes().getAccounting().getMariadbOperator();
    String image = operator == null ? "" : operator.getImage();
    String secret = values.names().slurmdbdConfigs();
    return new ContainerBuilder()
        .withName("wait-for-database")
        .withImage(image.isEmpty() ? CLIENT_IMAGE : image)
        .withImagePullPolicy("IfNotPresent")
        .withEnv(
            storage("STORAGE_HOST", secret, "storageHost"),
            storage("STORAGE_PORT", secret, "storagePort"),
            storage("STORAGE_USER", secret, "storageUser"),
            storage("STORAGE_PASS", secret, "storagePass"))
        .withCommand("/bin/sh", "-c", WAIT)
        .build();
  }

  private static EnvVar storage(String name, String secret, String key) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewSecretKeyRef(key, secret, null)
        .endValueFrom()
        .build();
  }

  private static List<Volume> volumes(ClusterValues values) {
    Quantity storage = container(values).getResources().get("storage");
    var volumes =
        new Volumes(values, Component.ACCOUNTING)
            .jail()
            .add(configs(values.names()))
            .mungeKey()
            .restJwtKey()
            .mungeSocket();
    volumes.add(
        new VolumeBuilder()
            .withName("spool")
            .withNewEmptyDir()
            .withSizeLimit(storage == null ? new Quantity("0") : storage)
            .endEmptyDir()
            .build());
    ExternalDbTls tls = tls(values);
    if (!text(tls.getServerCASecretRef()).isEmpty()) {
      volumes.add(
          Volumes.secret(
              CA,
              text(tls.getServerCASecretRef()),
              Volumes.MODE,
              List.of(Volumes.item("ca.crt", Volumes.OWNER_READS))));
    }
    if (!text(tls.getClientCertSecretRef()).isEmpty()) {
      volumes.add(
          Volumes.secret(
              CLIENT_KEY,
              text(tls.getClientCertSecretRef()),
              Volumes.MODE,
              List.of(
                  Volumes.item("tls.key", Volumes.OWNER_READS),
                  Volumes.item("tls.crt", Volumes.OWNER_READS))));
    }
    return volumes.all();
  }

  /** The files that all nodes share, and slurmdbd.conf from its Secret. */
  private static Volume configs(Names names) {
    return new VolumeBuilder()
        .withName("slurm-configs")
        .withNewProjected()
        .addNewSource()
        .withNewConfigMap()
        .withName(names.slurmConfigs())
        .endConfigMap()
        .endSource()
        .addNewSource()
        .withNewSecret()
        .withName(names.slurmdbdConfigs())
        .withItems(Volumes.item("slurmdbd.conf", Volumes.OWNER_WRITES))
        .endSecret()
        .endSource()
        .endProjected()
        .build();
  }

  /** Empty unless slurmdbd talks to someone else's database. */
  private static ExternalDbTls tls(ClusterValues values) {
    ExternalDb external = values.nodes().getAccounting().getExternalDB();
    return external == null || !on(external.getEnabled()) || external.getTls() == null
        ? new ExternalDbTls()
        : external.getTls();
  }

  /** What slurmdbd restarts for. */
  static List<Step.Reference> dependencies(ClusterValues values) {
    Names names = values.names();
    var dependencies = new ArrayList<Step.Reference>();
    dependencies.add(References.slurmConfigs(names));
    dependencies.add(References.secret(names.slurmdbdConfigs()));
    dependencies.add(References.secret(names.munge()));
    ExternalDb external = values.nodes().getAccounting().getExternalDB();
    if (external != null && on(external.getEnabled())) {
      var password = external.getPasswordSecretKeyRef();
      References.secret(dependencies, password == null ? null : password.getName());
      References.secret(dependencies, tls(values).getServerCASecretRef());
      References.secret(dependencies, tls(values).getClientCertSecretRef());
    }
    return dependencies;
  }

  /** Whether slurmdbd has somewhere to store. */
  static boolean hasDatabase(ClusterValues values) {
    AccountingNode asked = values.nodes().getAccounting();
    return MariaDatabase.enabled(values)
        || (asked.getExternalDB() != null && on(asked.getExternalDB().getEnabled()));
  }
}
