package io.coxswain.slurm.exporter;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.coxswain.runtime.transport.KubeconfigException;
import io.coxswain.slurm.client.RestSlurmClient;
import io.coxswain.slurm.client.Scontrol;
import io.coxswain.slurm.client.ScontrolTokens;
import io.coxswain.slurm.client.SecretSigningKey;
import io.coxswain.slurm.client.SignedTokens;
import io.coxswain.slurm.client.SlurmTokens;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The start-up of the program, in order. */
public final class ExporterProgram {
  public static final String NAME = "exporter";
  private static final Logger log = LoggerFactory.getLogger("soperator-exporter");
  private static final String USER = "root";

  private ExporterProgram() {}

  /**
   * The given world with the Kubernetes that the program finds: the cluster that it runs in, else
   * that of {@code --kubeconfig-path}. Continues without it if there is none.
   */
  public static Env connect(
      Env env, ExporterSettings settings, SortedMap<String, String> environment) {
    if (settings.standalone()) {
      return env;
    }
    var here = new TreeMap<>(environment);
    here.remove("KUBECONFIG");
    here.remove("HOME");
    try {
      boolean inCluster = here.containsKey("KUBERNETES_SERVICE_HOST");
      if (!inCluster && settings.kubeconfig().isEmpty()) {
        log.info("Not in a cluster, continuing without Kubernetes client");
        return env;
      }
      String file = inCluster ? null : settings.kubeconfig();
      return env.withApi(HttpTransport.to(new Kubeconfig(env.files(), here, file, null)));
    } catch (KubeconfigException e) {
      log.atInfo()
          .setCause(e)
          .log("Failed to load kubeconfig, continuing without Kubernetes client");
      return env;
    }
  }

  /**
   * An exporter that is ready to run.
   *
   * @param env with an API server, unless there is none
   * @param environment what {@code scontrol} needs to find itself and its cluster
   */
  public static Exporter start(
      Env env, ExporterSettings settings, SortedMap<String, String> environment) {
    Optional<NodeTopologyCache> places =
        settings.standalone() || env.api().equals(ApiTransport.NONE)
            ? Optional.empty()
            : Optional.of(NodeTopologyCache.of(env, settings.namespace(), settings.cluster()));
    SlurmTokens tokens = tokens(env, settings, environment, places);
    var slurm = RestSlurmClient.of(env, settings.server(), tokens);
    return new Exporter(
        env,
        new Exporter.Plan(
            settings.metricsAddress(),
            settings.monitoringAddress(),
            settings.interval(),
            settings.inflight(),
            settings.jobs(),
            places),
        slurm);
  }

  private static SlurmTokens tokens(
      Env env,
      ExporterSettings settings,
      SortedMap<String, String> environment,
      Optional<NodeTopologyCache> kubernetes) {
    if (kubernetes.isPresent()) {
      var cluster = ObjectKey.of(settings.namespace(), settings.cluster());
      var key = new SecretSigningKey(kubernetes.get().client(), env.clock(), cluster);
      return new SignedTokens(env.clock(), env.entropy().derive("slurm tokens"), key, USER);
    }
    if (settings.standalone()) {
      log.atInfo()
          .addKeyValue("scontrol_path", settings.scontrol())
          .addKeyValue("rotation_interval", settings.rotation())
          .log("Using standalone token issuer");
      var scontrol = new Scontrol(env, settings.scontrol(), environment);
      return new ScontrolTokens(env.clock(), scontrol, USER, settings.rotation());
    }
    return SlurmTokens.fixed(settings.staticToken());
  }
}
