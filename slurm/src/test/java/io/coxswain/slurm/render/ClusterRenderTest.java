package io.coxswain.slurm.render;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.slurm.ExternalDb;
import io.coxswain.api.slurm.ExternalDbTls;
import io.coxswain.api.slurm.NodeContainer;
import io.coxswain.api.slurm.NodeVolume;
import io.coxswain.api.slurm.PasswordSecretKeyRef;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Names;
import io.coxswain.slurm.values.Platform;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which objects there are, and what of them changes with the cluster's spec. */
class ClusterRenderTest {

  @Test
  void theMinimalClusterHasNoDatabaseNoRestApiAndNoExporter() {
    ClusterValues values = ClusterValues.of(Samples.minimal(), List.of(), Platform.FULL);

    assertThat(kept(values))
        .containsExactly(
            "REST JWT secret demo-rest-jwt-key",
            "ConfigMap demo-slurm-configs",
            "JailedConfig demo-slurm-configs",
            "Munge secret demo-munge",
            "ConfigMap demo-sysctl",
            "SSHD keys secret demo-sshd-keys",
            "Deployment demo-sconfigcontroller",
            "ConfigMap demo-controller-security-limits",
            "Service demo-controller-svc",
            "ServiceMonitor demo-slurmctld-metrics",
            "StatefulSet demo-controller",
            "ConfigMap demo-ssh-configs",
            "ConfigMap demo-ssh-root-keys",
            "SSHD keys secret demo-sshd-keys",
            "ConfigMap demo-login-security-limits",
            "ConfigMap demo-login-user-isolation",
            "Service demo-login-svc",
            "Service demo-login-headless-svc",
            "StatefulSet demo-login");
  }

  @Test
  void whatIsSwitchedOffIsRemoved() {
    ClusterValues values = ClusterValues.of(Samples.minimal(), List.of(), Platform.FULL);

    assertThat(ClusterRender.of(values).groups())
        .flatExtracting(Group::steps)
        .filteredOn(Step.Remove.class::isInstance)
        .extracting(
            step ->
                ((Step.Remove) step).kind().getSimpleName() + " " + ((Step.Remove) step).object())
        .containsExactly(
            "Service demo-accounting-svc",
            "Grant demo-acct-db",
            "MariaDb demo-acct-db",
            "Deployment demo-accounting",
            "Service demo-rest-svc",
            "Deployment demo-rest",
            "PodMonitor demo",
            "Deployment demo-slurm-exporter");
  }

  @Test
  void ignoresKindsThatAreNotInstalled() {
    ClusterValues values = ClusterValues.of(Samples.full(), Samples.nodeSets(), Platform.PLAIN);

    assertThat(ClusterRender.of(values).groups())
        .flatExtracting(Group::steps)
        .extracting(Step::name)
        .doesNotContain("MariaDB", "MariaDB Grant", "PodMonitor", "ServiceMonitor");
    assertThat(kept(values))
        .as("metrics do not need an operator to be exported")
        .contains("Deployment gpu-slurm-exporter");
  }

  @Test
  void duringMaintenanceEverythingHasNoReplicas() {
    ClusterValues values =
        Samples.values(Samples.full(), c -> c.getSpec().setMaintenance("downscale"));

    var replicas = new ArrayList<Integer>();
    for (HasMetadata object : objects(values)) {
      if (object instanceof Deployment deployment) {
        replicas.add(deployment.getSpec().getReplicas());
      } else if (object instanceof KruiseStatefulSet set) {
        replicas.add(set.getSpec().getReplicas());
      }
    }

    assertThat(replicas).hasSize(6).containsOnly(0);
    assertThat(MariaDatabase.database(values).getSpec().getReplicas())
        .as("the database runs on")
        .isNull();
  }

  @Test
  void overwritesTheJailDuringMaintenanceOnRequest() {
    ClusterValues plain = Samples.values(Samples.minimal(), c -> {});
    ClusterValues again =
        Samples.values(
            Samples.minimal(),
            c -> c.getSpec().setMaintenance("downscaleAndOverwritePopulateJail"));

    assertThat(overwrite(plain)).isEqualTo("0");
    assertThat(overwrite(again)).isEqualTo("1");
  }

  @Test
  void loginDependsOnTheConfigMapThatItUsesAlone() {
    ClusterValues own =
        Samples.values(
            Samples.full(),
            c -> c.getSpec().getSlurmNodes().getLogin().setSshdConfigMapRefName("mine"));

    assertThat(Login.dependencies(own))
        .extracting(Step.Reference::name)
        .containsExactly(
            "gpu-ssh-root-keys",
            "gpu-munge",
            "gpu-login-user-isolation",
            "gpu-slurmdbd-configs",
            "mine");
    assertThat(kept(own)).doesNotContain("ConfigMap gpu-ssh-configs");
  }

  @Test
  void onlyAccountingAndRestRestartForAChangeOfSlurmsFiles() {
    ClusterValues values = Samples.values(Samples.full(), c -> {});

    assertThat(ClusterRender.of(values).groups())
        .filteredOn(
            group ->
                group.steps().stream()
                    .anyMatch(
                        step ->
                            step instanceof Step.Keep keep
                                && keep.dependencies().stream()
                                    .anyMatch(d -> d.name().equals("gpu-slurm-configs"))))
        .extracting(Group::name)
        .containsExactly("Accounting", "REST");
  }

  @Test
  void oneInvalidComponentDoesNotBlockOthers() {
    ClusterValues values =
        Samples.values(
            Samples.full(),
            c -> {
              c.getSpec().getSlurmNodes().getLogin().setK8sNodeFilterName("nowhere");
              requireNonNull(c.getSpec().getSlurmNodes().getRest().getRest()).setImage("");
            });

    assertThat(problems(values))
        .containsExactly(
            "Login: StatefulSet: spec.k8sNodeFilters: element with value \"nowhere\" not found",
            "REST: Deployment: spec.slurmNodes.rest.rest.image: image for ContainerREST is empty");
  }

  @Test
  void reportsAMissingJailForEachComponentThatMountsIt() {
    ClusterValues values =
        Samples.values(
            Samples.minimal(),
            c -> c.getSpec().getVolumeSources().removeIf(v -> v.getName().equals("jail")));

    assertThatThrownBy(() -> PopulateJail.job(values))
        .hasMessage("spec.volumeSources: element with value \"jail\" not found");
  }

  @Test
  void aVolumeIsEitherASourceOrAClaim() {
    ClusterValues values =
        Samples.values(
            Samples.minimal(),
            c ->
                c.getSpec()
                    .getSlurmNodes()
                    .getController()
                    .getVolumes()
                    .setSpool(new NodeVolume()));

    assertThatThrownBy(() -> Controller.statefulSet(values))
        .hasMessage(
            "controller-spool: only one of VolumeSourceName or VolumeClaimTemplateSpec should be"
                + " set");
  }

  @Test
  void sssdBringsItsContainerItsVolumesAndItsSecret() {
    ClusterValues values =
        Samples.values(
            Samples.minimal(),
            c -> {
              var sssd = new NodeContainer();
              sssd.setImage("sssd:1");
              c.getSpec().getSlurmNodes().getLogin().setSssd(sssd);
              c.getSpec().getSlurmNodes().getLogin().setSssdDebugLevel(3);
              c.getSpec().getSlurmNodes().getLogin().setSssdLdapCAConfigMapRefName("ca");
            });

    var pod =
        requireNonNull(((KruiseStatefulSet) Login.statefulSet(values)).getSpec().getTemplate())
            .getSpec();

    assertThat(pod.getInitContainers().getLast().getArgs().getFirst())
        .contains("chmod 700 /var/lib/sss/pipes/private")
        .endsWith("exec /usr/sbin/sssd --interactive -d 3 --logger=stderr");
    assertThat(pod.getVolumes())
        .extracting(volume -> volume.getName())
        .contains("sssd-socket", "sssd-conf", "sssd-ldap-ca");
    assertThat(kept(values)).contains("Secret demo-sssd-conf");
    assertThat(ConfigMaps.sshd(values).getData().get("sshd_config"))
        .contains("\n\n# Ask SSSD for users' public keys\nAuthorizedKeysCommand ");
  }

  @Test
  void anExternalDatabaseIsReachedWithItsOwnPasswordAndCertificates() {
    ClusterValues values = Samples.values(Samples.full(), ClusterRenderTest::external);

    Map<String, String> data =
        SlurmdbdSecret.of(values, new DatabaseSecrets("pw", "s3cret")).getData();

    assertThat(decoded(requireNonNull(data.get("slurmdbd.conf"))))
        .contains(
            "StoragePass=s3cret\nStorageUser=me\nStorageHost=db.example\n"
                + "StorageParameters=SSL_CA=/mnt/slurmdbd-ssl-ca-cert/ca.crt,"
                + "SSL_CERT=/mnt/slurmdbd-ssl-client-key/tls.crt,"
                + "SSL_KEY=/mnt/slurmdbd-ssl-client-key/tls.key,a=b\nStoragePort=3307\n");
    assertThat(Accounting.dependencies(values))
        .extracting(Step.Reference::name)
        .containsExactly(
            "gpu-slurm-configs", "gpu-slurmdbd-configs", "gpu-munge", "db", "ca", "client");
  }

  @Test
  void leavesOptionsOfSlurmdbdWithoutAValueToSlurm() {
    ClusterValues unset =
        Samples.values(
            Samples.full(),
            cluster -> {
              external(cluster);
              cluster.getSpec().getSlurmNodes().getAccounting().setSlurmdbdConfig(null);
            });
    ClusterValues empty =
        Samples.values(
            Samples.full(),
            cluster -> {
              external(cluster);
              requireNonNull(cluster.getSpec().getSlurmNodes().getAccounting().getSlurmdbdConfig())
                  .setPurgeJobAfter("");
            });

    assertThat(slurmdbdConf(unset)).noneMatch(line -> line.endsWith("="));
    assertThat(slurmdbdConf(unset)).noneMatch(line -> line.matches("(Archive|Purge|TCP).*"));
    assertThat(slurmdbdConf(empty))
        .noneMatch(line -> line.startsWith("PurgeJobAfter"))
        .contains("ArchiveEvents=yes", "TCPTimeout=2", "PurgeUsageAfter=24month");
  }

  private static List<String> slurmdbdConf(ClusterValues values) {
    Map<String, String> data =
        SlurmdbdSecret.of(values, new DatabaseSecrets("pw", "s3cret")).getData();
    return decoded(requireNonNull(data.get("slurmdbd.conf"))).lines().toList();
  }

  @Test
  void quantitiesAreInCanonicalForm() {
    ClusterValues values =
        Samples.values(
            Samples.full(),
            cluster ->
                cluster
                    .getSpec()
                    .getSlurmNodes()
                    .getController()
                    .getSlurmctld()
                    .setResources(
                        new TreeMap<>(
                            Map.of(
                                "cpu", new Quantity("1500m"),
                                "memory", new Quantity("2048Mi"),
                                "ephemeral-storage", new Quantity("0.5Gi")))));

    var set = (KruiseStatefulSet) Controller.statefulSet(values);
    var resources =
        requireNonNull(set.getSpec().getTemplate())
            .getSpec()
            .getContainers()
            .getFirst()
            .getResources();

    assertThat(resources.getRequests().toString())
        .isEqualTo("{cpu=1500m, ephemeral-storage=512Mi, memory=2Gi}");
    assertThat(resources.getLimits().toString()).isEqualTo("{ephemeral-storage=512Mi, memory=2Gi}");
  }

  @Test
  void reportsAnInvalidDatabasePassword() {
    ClusterValues values = Samples.values(Samples.full(), ClusterRenderTest::external);

    assertThatThrownBy(() -> SlurmdbdSecret.of(values, new DatabaseSecrets("other", "x")))
        .hasMessage("secret data does not contain password key");
    assertThatThrownBy(() -> SlurmdbdSecret.of(values, new DatabaseSecrets("pw", "")))
        .hasMessage("password is empty");
    assertThatThrownBy(() -> SlurmdbdSecret.of(values, Step.Secrets.NONE))
        .hasMessage("secret \"client\" with the client certificate not found");
  }

  @Test
  void keepsTheNamesOfAClusterOfAnEarlierVersion() {
    ClusterValues values =
        ClusterValues.of(
            Samples.minimal(), List.of(), Names.of("demo", "slurm").withPrefix(""), Platform.FULL);

    assertThat(kept(values))
        .contains(
            "StatefulSet controller",
            "StatefulSet login",
            "Deployment sconfigcontroller",
            "Service demo-login-svc");
    assertThat(ConfigMaps.slurmConfigs(values).getData().get("slurm_base.conf.noedit"))
        .contains("SlurmctldHost=controller-0(demo-controller-svc)");
  }

  /** With a database that someone else runs. */
  static void external(SlurmCluster cluster) {
    var ref = new PasswordSecretKeyRef();
    ref.setName("db");
    ref.setKey("pw");
    var tls = new ExternalDbTls();
    tls.setServerCASecretRef("ca");
    tls.setClientCertSecretRef("client");
    var external = new ExternalDb();
    external.setEnabled(true);
    external.setHost("db.example");
    external.setPort(3307);
    external.setUser("me");
    external.setPasswordSecretKeyRef(ref);
    external.setTls(tls);
    external.setStorageParameters(Map.of("a", "b"));
    var accounting = cluster.getSpec().getSlurmNodes().getAccounting();
    accounting.setMariadbOperator(null);
    accounting.setExternalDB(external);
  }

  /** The Secrets of a database's password and of its client's certificate. */
  private record DatabaseSecrets(String key, String password) implements Step.Secrets {
    @Override
    public Optional<Secret> find(String name) {
      return switch (name) {
        case "db" -> Optional.of(secret(Map.of(key, encoded(password))));
        case "client" ->
            Optional.of(secret(Map.of("tls.crt", encoded("c"), "tls.key", encoded("k"))));
        default -> Optional.empty();
      };
    }
  }

  private static Secret secret(Map<String, String> data) {
    return new SecretBuilder().withData(data).build();
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }

  private static String overwrite(ClusterValues values) {
    return PopulateJail.job(values)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .getFirst()
        .getEnv()
        .getFirst()
        .getValue();
  }

  private static List<String> kept(ClusterValues values) {
    var kept = new ArrayList<String>();
    for (Group group : ClusterRender.of(values).groups()) {
      for (Step step : group.steps()) {
        switch (step) {
          case Step.Keep keep -> {
            HasMetadata object = keep.object().render(ClusterRenderTest::anyPassword);
            kept.add(object.getKind() + " " + object.getMetadata().getName());
          }
          case Step.Generate generate -> kept.add(generate.name() + " " + generate.secret());
          case Step.Remove remove -> {}
        }
      }
    }
    return kept;
  }

  private static List<HasMetadata> objects(ClusterValues values) {
    var objects = new ArrayList<HasMetadata>();
    for (Group group : ClusterRender.of(values).groups()) {
      for (Step step : group.steps()) {
        if (step instanceof Step.Keep keep) {
          objects.add(keep.object().render(ClusterRenderTest::anyPassword));
        }
      }
    }
    return objects;
  }

  private static Optional<Secret> anyPassword(String name) {
    return Optional.of(secret(Map.of("password", encoded("p"))));
  }

  private static List<String> problems(ClusterValues values) {
    var problems = new ArrayList<String>();
    for (Group group : ClusterRender.of(values).groups()) {
      for (Step step : group.steps()) {
        if (step instanceof Step.Keep keep) {
          try {
            keep.object().render(ClusterRenderTest::anyPassword);
          } catch (IllegalArgumentException e) {
            problems.add(group.name() + ": " + step.name() + ": " + e.getMessage());
          }
        }
      }
    }
    return problems;
  }
}
