package io.coxswain.slurm.values;

/**
 * The names of everything that belongs to a cluster.
 *
 * @param prefix of workloads: the name of the cluster, or empty for a cluster whose workloads were
 *     made before they were prefixed
 * @param domain of Services, {@code cluster.local} as a rule
 */
public record Names(String cluster, String namespace, String prefix, String domain) {
  public static final String CLUSTER_DOMAIN = "cluster.local";
  public static final String MARIADB_PASSWORD = "mariadb-password";
  public static final String MARIADB_ROOT = "mariadb-root";
  public static final String TOPOLOGY_NODE_LABELS = "topology-node-labels";

  public static Names of(String cluster, String namespace) {
    return new Names(cluster, namespace, cluster, CLUSTER_DOMAIN);
  }

  public Names withPrefix(String prefix) {
    return new Names(cluster, namespace, prefix, domain);
  }

  /** The name of a workload. */
  public String workload(String word) {
    return prefix.isEmpty() ? word : prefix + "-" + word;
  }

  public String controller() {
    return workload(Component.CONTROLLER.word());
  }

  public String login() {
    return workload(Component.LOGIN.word());
  }

  public String accounting() {
    return workload(Component.ACCOUNTING.word());
  }

  public String rest() {
    return workload(Component.REST.word());
  }

  public String sConfigController() {
    return workload(Component.SCONFIGCONTROLLER.word());
  }

  public String exporter() {
    return workload("slurm-exporter");
  }

  public String topologyConfig() {
    return workload("topology-config");
  }

  /** Of anything that carries the cluster's name in any case. */
  public String of(String word) {
    return cluster + "-" + word;
  }

  public String service(Component component) {
    return of(component.word() + "-svc");
  }

  public String loginHeadlessService() {
    return of("login-headless-svc");
  }

  public String nodeSetService(String nodeSet) {
    return of("nodeset-" + nodeSet + "-svc");
  }

  /** The full name of a Service. */
  public String host(String service) {
    return service + "." + namespace + ".svc." + domain;
  }

  /** The URL of slurmrestd. */
  public String restUrl(int port) {
    return "http://" + service(Component.REST) + "." + namespace + ".svc:" + port;
  }

  public String slurmConfigs() {
    return of("slurm-configs");
  }

  public String sshConfigs() {
    return of("ssh-configs");
  }

  public String sshConfigsWorker() {
    return of("ssh-configs-worker");
  }

  public String sshRootKeys() {
    return of("ssh-root-keys");
  }

  public String securityLimits(Component component) {
    return of(component.word() + "-security-limits");
  }

  public String nodeSetSecurityLimits(String nodeSet) {
    return of("nodeset-" + nodeSet + "-security-limits");
  }

  public String userIsolation() {
    return of("login-user-isolation");
  }

  public String sysctl() {
    return of("sysctl");
  }

  public String supervisord() {
    return of("supervisord");
  }

  public String munge() {
    return of("munge");
  }

  public String restJwtKey() {
    return of("rest-jwt-key");
  }

  public String sshdKeys() {
    return of("sshd-keys");
  }

  public String sssdConf() {
    return of("sssd-conf");
  }

  public String nodeSetSssdConf(String nodeSet) {
    return of("nodeset-" + nodeSet + "-sssd-conf");
  }

  public String slurmdbdConfigs() {
    return of("slurmdbd-configs");
  }

  public String populateJail() {
    return of("populate-jail");
  }

  /** Of the MariaDB and of its Grant. */
  public String database() {
    return of("acct-db");
  }

  public String appArmorProfile() {
    return "soperator-cluster-" + cluster + "-ns-" + namespace;
  }

  public String podMonitor() {
    return cluster;
  }

  public String serviceMonitor() {
    return of("slurmctld-metrics");
  }

  public String nodeSetServiceAccount(String nodeSet) {
    return of(nodeSet + "-nodeset-sa");
  }

  public String nodeSetRole(String nodeSet) {
    return of(nodeSet + "-nodeset-role");
  }

  public String nodeSetRoleBinding(String nodeSet) {
    return of(nodeSet + "-nodeset-role-binding");
  }
}
