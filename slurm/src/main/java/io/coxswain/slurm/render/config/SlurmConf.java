package io.coxswain.slurm.render.config;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.or;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.AccountingSlurmConfig;
import io.coxswain.api.slurm.HealthCheckConfig;
import io.coxswain.api.slurm.HealthCheckNodeState;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.OpenMetrics;
import io.coxswain.api.slurm.SlurmConfig;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The generated part of slurm.conf. It never sets {@code PrivateData}: Slurm would silently stop
 * serving metrics.
 */
final class SlurmConf {
  private static final int ACCOUNTING_PORT = 6819;
  private static final int DEFAULT_RESUME_TIMEOUT = 1800;
  private static final int MIN_LIMIT = 1024;
  private static final List<String> SCHEDULER =
      List.of(
          "nohold_on_prolog_fail",
          "extra_constraints",
          "pack_serial_at_end",
          "salloc_wait_nodes",
          "sbatch_wait_nodes",
          "defer_batch",
          "max_rpc_cnt=100",
          "bf_continue",
          "bf_max_time=60",
          "bf_max_job_test=1000",
          "bf_max_job_part=300",
          "bf_running_job_reserve");

  private final ClusterValues values;
  private final Names names;
  private final SlurmOptions options;
  private final ConfigText conf = new ConfigText();

  private SlurmConf(ClusterValues values) {
    this.values = values;
    this.names = values.names();
    this.options = new SlurmOptions(values.platform().slurm());
  }

  static ConfigText of(ClusterValues values) {
    return new SlurmConf(values).write();
  }

  private ConfigText write() {
    identity();
    asked();
    plugins();
    daemons();
    healthChecks();
    limits();
    power();
    scheduling();
    logging();
    nodes();
    conf.comment("Partition Configuration").all(PartitionBlock.of(values)).gap();
    accounting();
    return conf;
  }

  private void identity() {
    set("ClusterName", names.cluster());
    conf.gap();
    set(
        "SlurmctldHost",
        "%s-0(%s)".formatted(names.controller(), names.service(Component.CONTROLLER)));
    conf.gap();
    set("AuthType", "auth/munge");
    set("CredType", "cred/munge");
    conf.gap();
  }

  private void asked() {
    SlurmConfig asked = values.slurmConfig();
    conf.comment("SlurmConfig Spec")
        .optional("DefMemPerNode", asked.getDefMemPerNode())
        .optional("DefCpuPerGPU", asked.getDefCpuPerGPU())
        .optional("CompleteWait", asked.getCompleteWait())
        .optional("Epilog", asked.getEpilog())
        .optional("Prolog", asked.getProlog())
        .optional("TaskProlog", asked.getTaskProlog())
        .optional("TaskPluginParam", asked.getTaskPluginParam())
        .optional("MaxJobCount", asked.getMaxJobCount())
        .optional("MinJobAge", asked.getMinJobAge())
        .optional("MessageTimeout", asked.getMessageTimeout())
        .optional("TopologyPlugin", asked.getTopologyPlugin())
        .optional("TopologyParam", topologyParam(text(asked.getTopologyParam())))
        .optional("SuspendTime", asked.getSuspendTime())
        .optional("ResumeTimeout", or(asked.getResumeTimeout(), DEFAULT_RESUME_TIMEOUT))
        .gap();
  }

  /** The default may be too new for the release; it is left out then. */
  private String topologyParam(String param) {
    return options.words("TopologyParam", List.of(param.split(",", -1)));
  }

  private void plugins() {
    if (values.gpu()) {
      set("GresTypes", "gpu");
    }
    set("MpiDefault", "pmix");
    set("MailProg", "/usr/bin/true");
    set("PluginDir", "/usr/lib/slurm");
    set("ProctrackType", "proctrack/cgroup");
    set("ReturnToService", 2);
    conf.gap();
  }

  private void daemons() {
    set("SlurmctldPidFile", "/var/run/slurmctld.pid");
    set("SlurmctldPort", or(values.nodes().getController().getSlurmctld().getPort(), 0));
    conf.gap();
    OpenMetrics metrics = values.nodes().getController().getOpenMetrics();
    if (knows("MetricsType")
        && (metrics == null || metrics.getEnabled() == null || on(metrics.getEnabled()))) {
      set("MetricsType", "metrics/openmetrics");
      conf.gap();
    }
    set("SlurmdPidFile", "/var/run/slurmd.pid");
    conf.gap();
    set("SlurmdSpoolDir", "/var/spool/slurmd");
    conf.gap();
    set("SlurmUser", "root");
    conf.gap();
    set("StateSaveLocation", "/var/spool/slurmctld");
    conf.gap();
    set("TaskPlugin", "task/cgroup,task/affinity");
    conf.gap();
    set("CliFilterPlugins", "cli_filter/user_defaults");
    conf.gap();
    set("LaunchParameters", "use_interactive_step");
    conf.comment("Scrontab");
    words("ScronParameters", List.of("enable", "explicit_scancel"));
    conf.gap();
    // Limits of the login node would otherwise follow the job.
    set("PropagateResourceLimits", "NONE");
    conf.gap();
  }

  private void healthChecks() {
    HealthCheckConfig checks = values.spec().getHealthCheckConfig();
    if (checks == null) {
      return;
    }
    conf.comment("HEALTH CHECKS")
        .comment("https://slurm.schedmd.com/slurm.conf.html#OPT_HealthCheckInterval");
    set("HealthCheckInterval", checks.getHealthCheckInterval());
    set("HealthCheckProgram", checks.getHealthCheckProgram());
    set(
        "HealthCheckNodeState",
        checks.getHealthCheckNodeState().stream()
            .map(HealthCheckNodeState::getState)
            .collect(Collectors.joining(",")));
    conf.gap();
  }

  private void limits() {
    set("InactiveLimit", 0);
    set("KillOnBadExit", 1);
    set("KillWait", 180);
    set("UnkillableStepTimeout", 600);
    set("SlurmctldTimeout", 180);
    set("SlurmdTimeout", 180);
    set("TCPTimeout", 15);
    set("WaitTime", 0);
    conf.gap();
    var parameters =
        new ArrayList<String>(
            List.of(
                "conmgr_max_connections=" + most(values.workers()),
                "conmgr_threads=32",
                "validate_nodeaddr_threads=32",
                "enable_stepmgr"));
    if (values.ephemeral()) {
      // Cloud nodes have addresses by name, and may be resumed once they are suspended.
      parameters.add("cloud_dns");
      parameters.add("idle_on_node_suspend");
    }
    words("SlurmctldParameters", parameters);
    set("PrologFlags", "contain");
    conf.gap();
  }

  private void power() {
    set("RebootProgram", "/opt/bin/slurm/reboot.sh");
    set(
        "PowerAction",
        "soperator-worker-handoff Location=slurmd Program=/opt/bin/slurm/worker_handoff.py");
    conf.gap();
    conf.comment("POWER MANAGEMENT (ephemeral nodes)");
    set("ResumeProgram", "/opt/soperator/bin/power_resume.sh");
    set("ResumeFailProgram", "/opt/soperator/bin/power_resume_fail.sh");
    set("SuspendProgram", "/opt/soperator/bin/power_suspend.sh");
    set("SuspendTimeout", 90);
    set("ResumeRate", 100);
    set("SuspendRate", 100);
    words("ReconfigFlags", List.of("KeepPowerSaveSettings"));
    conf.optional("SuspendExcNodes", neverSuspended());
    conf.gap();
  }

  private String neverSuspended() {
    return values.nodeSets().stream()
        .filter(set -> !on(set.getSpec().getEphemeralNodes()))
        .filter(set -> replicas(set) > 0)
        .map(SlurmConf::hosts)
        .collect(Collectors.joining(","));
  }

  private void scheduling() {
    conf.comment("SCHEDULING");
    set("SchedulerType", "sched/backfill");
    words("SchedulerParameters", SCHEDULER);
    set("SelectType", "select/cons_tres");
    set("SelectTypeParameters", "CR_Core_Memory,CR_CORE_DEFAULT_DIST_BLOCK");
    conf.gap();
  }

  private void logging() {
    conf.comment("LOGGING");
    set("SlurmctldDebug", "debug");
    set("SlurmctldLogFile", "/dev/null");
    set("SlurmdDebug", "debug");
    set("SlurmdLogFile", "/dev/null");
    set("DebugFlags", "Script,Power");
    conf.gap();
  }

  private void nodes() {
    conf.comment("COMPUTE NODES")
        .comment(
            "We're using the \"dynamic nodes\" feature:"
                + " https://slurm.schedmd.com/dynamic_nodes.html");
    set("MaxNodeCount", most(values.workers()));
    set("MaxArraySize", Math.max(MIN_LIMIT, 5 * values.workers()));
    set("JobRequeue", 1);
    set("PreemptMode", "REQUEUE");
    set("PreemptType", "preempt/partition_prio");
  }

  private void accounting() {
    if (!values.accounting()) {
      return;
    }
    conf.comment("ACCOUNTING");
    set("AccountingStorageType", "accounting_storage/slurmdbd");
    set("AccountingStorageHost", names.host(names.service(Component.ACCOUNTING)));
    set("AccountingStoragePort", ACCOUNTING_PORT);
    set("JobCompType", "jobcomp/none");
    AccountingSlurmConfig asked = values.nodes().getAccounting().getSlurmConfig();
    if (asked != null) {
      conf.optional("AccountingStorageTRES", asked.getAccountingStorageTRES())
          .optional("AccountingStoreFlags", asked.getAccountingStoreFlags())
          .optional("AcctGatherInterconnectType", asked.getAcctGatherInterconnectType())
          .optional("AcctGatherFilesystemType", asked.getAcctGatherFilesystemType())
          .optional("AcctGatherProfileType", asked.getAcctGatherProfileType())
          .optional("JobAcctGatherType", asked.getJobAcctGatherType())
          .optional("JobAcctGatherFrequency", asked.getJobAcctGatherFrequency())
          .optional("JobAcctGatherParams", asked.getJobAcctGatherParams())
          .optional("PriorityWeightAge", asked.getPriorityWeightAge())
          .optional("PriorityWeightFairshare", asked.getPriorityWeightFairshare())
          .optional("PriorityWeightQOS", asked.getPriorityWeightQOS())
          .optional("PriorityWeightTRES", asked.getPriorityWeightTRES());
    }
    if (values.rest()) {
      conf.gap().comment("REST API");
      set("AuthAltTypes", "auth/jwt");
      set("AuthAltParameters", "jwt_key=/var/spool/slurmctld/jwt_hs256.key");
    }
  }

  /** A generated setting, unless the release does not know it. */
  private void set(String option, Object value) {
    if (knows(option)) {
      conf.property(option, value);
    }
  }

  private void words(String option, List<String> words) {
    if (knows(option)) {
      conf.optional(option, options.words(option, words));
    }
  }

  private boolean knows(String option) {
    return options.knows("slurm.conf", option);
  }

  /** Room for twice the workers, as a power of two. */
  static int most(int workers) {
    return Math.max(MIN_LIMIT, workers == 0 ? 1 : Integer.highestOneBit(2 * workers - 1) << 1);
  }

  static int replicas(NodeSet set) {
    return or(set.getSpec().getReplicas(), 0);
  }

  /** All workers of a set: {@code n-0} or {@code n-[0-k]}. */
  static String hosts(NodeSet set) {
    String name = set.getMetadata().getName();
    return replicas(set) == 1 ? name + "-0" : name + "-[0-" + (replicas(set) - 1) + "]";
  }
}
