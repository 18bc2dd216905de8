package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.kube.host.clients.ClientBuilder;
import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.kube.host.options.HostOptions;
import io.coxswain.runtime.manager.ClientIdentity;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerView;
import io.coxswain.runtime.metrics.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The context shared by the controllers of one program. */
public final class ControllerContext {
  private static final double DEFAULT_QPS = 5;
  private static final int DEFAULT_BURST = 10;

  private final Manager manager;
  private final ClientBuilder rootClients;
  private final ClientBuilder clients;
  private final HostOptions options;
  private final List<String> enabled;
  private final FeatureGates gates;
  private final Metrics metrics;
  private final RestMapper restMapper;
  private final SortedSet<ResourceType> availableResources;
  private final Latch informersStarted;
  private final Supplier<Duration> resyncPeriod;
  private final String serverAuthority;
  private final Entropy entropy;

  /**
   * @param manager its caches are the informers that all controllers share
   * @param rootClients for requests of the program itself
   * @param clients for controllers
   * @param enabled the controllers of {@code --controllers}, with canonical names
   * @param serverAuthority the CA bundle of the API server in the kubeconfig, in PEM; empty if
   *     unknown
   */
  public ControllerContext(
      Manager manager,
      ClientBuilder rootClients,
      ClientBuilder clients,
      HostOptions options,
      List<String> enabled,
      FeatureGates gates,
      Metrics metrics,
      Supplier<Duration> resyncPeriod,
      String serverAuthority)
      throws ApiException {
    this.serverAuthority = serverAuthority;
    this.resyncPeriod = resyncPeriod;
    this.manager = manager;
    this.rootClients = rootClients;
    this.clients = clients;
    this.options = options;
    this.enabled = enabled;
    this.gates = gates;
    this.metrics = metrics;
    this.entropy = manager.env().entropy().derive("controllers");
    this.informersStarted = new Latch(manager.env().tasks());
    this.restMapper =
        new RestMapper(
            manager
                .as(persona(rootClients, "controller-discovery", 20, 200, Duration.ZERO))
                .client());
    this.availableResources = new TreeSet<>();
    for (var served : restMapper.all()) {
      availableResources.add(served.type());
    }
  }

  public Env env() {
    return manager.env();
  }

  public Manager manager() {
    return manager;
  }

  HostOptions options() {
    return options;
  }

  FeatureGates gates() {
    return gates;
  }

  Metrics metrics() {
    return metrics;
  }

  List<String> enabled() {
    return enabled;
  }

  /** The CA bundle of the API server in the kubeconfig, in PEM; empty if unknown. */
  String serverAuthority() {
    return serverAuthority;
  }

  public RestMapper restMapper() {
    return restMapper;
  }

  /** The kinds that the API server served when the context was created. */
  public SortedSet<ResourceType> availableResources() {
    return availableResources;
  }

  /** Opens when informers run; controllers that watch discovered kinds wait for it. */
  public Latch informersStarted() {
    return informersStarted;
  }

  /** A new random resync period, between the minimum and twice that. */
  public Duration resyncPeriod() {
    return resyncPeriod.get();
  }

  private Duration jittered(Duration least) {
    return Duration.ofNanos((long) (least.toNanos() * (1 + entropy.nextDouble())));
  }

  // ---- identities

  /** The manager with the identity of the named controller. */
  ManagerView as(String account) throws ApiException, CancelledException {
    return as(account, 1, 1);
  }

  /**
   * As {@link #as(String)}, with higher request limits.
   *
   * @param qpsFactor multiplies the queries per second
   * @param burstFactor multiplies the burst
   */
  ManagerView as(String account, int qpsFactor, int burstFactor)
      throws ApiException, CancelledException {
    return manager.as(
        persona(
            clients,
            account,
            qps() * qpsFactor,
            burst() * burstFactor,
            jittered(options.generic.startInterval.get())));
  }

  /** The manager with the identity of the program itself. */
  ManagerView asRoot(String name) throws ApiException, CancelledException {
    return manager.as(
        persona(rootClients, name, qps(), burst(), jittered(options.generic.startInterval.get())));
  }

  private static ClientIdentity persona(
      ClientBuilder clients, String name, double qps, int burst, Duration startAfter)
      throws ApiException, CancelledException {
    return new ClientIdentity(
        name,
        clients.transport(name),
        clients.userAgent(name),
        Math.max(0, qps),
        burst,
        startAfter);
  }

  /** As client-go interprets it: zero selects the default, a negative value disables the limit. */
  private double qps() {
    double asked = options.generic.qps.get();
    return asked == 0 ? DEFAULT_QPS : asked;
  }

  private int burst() {
    int asked = options.generic.burst.get();
    return asked == 0 ? DEFAULT_BURST : Math.max(1, asked);
  }
}
