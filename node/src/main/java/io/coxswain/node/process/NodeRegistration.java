package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the Node objects and their leases, for as long as it runs; when it ends, so do the nodes'
 * processes.
 */
final class NodeRegistration implements Manager.Routine {
  private static final Logger log = LoggerFactory.getLogger(NodeRegistration.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Env env;
  private final Client live;
  private final ProcessNodeOptions options;
  private final PodRuns runs;

  NodeRegistration(Env env, Client client, ProcessNodeOptions options, PodRuns runs) {
    this.env = env;
    this.live = client.live();
    this.options = options;
    this.runs = runs;
  }

  @Override
  public void run() throws CancelledException {
    try {
      while (true) {
        env.clock().sleep(registerAll() ? NodeObjects.RENEWAL : RETRY);
      }
    } finally {
      runs.kill();
    }
  }

  private boolean registerAll() {
    boolean all = true;
    for (String name : options.names()) {
      try {
        renew(register(name));
      } catch (ApiException e) {
        log.warn("node {} could not report: {}", name, e.getMessage());
        all = false;
      }
    }
    return all;
  }

  private Node register(String name) throws ApiException {
    Optional<Node> known = live.get(Node.class, ObjectKey.of(name));
    Node node = known.isPresent() ? known.get() : live.create(NodeObjects.node(name, options));
    Node ready = live.patchStatus(node, n -> NodeObjects.describe(n, options, env.clock().now()));
    return live.patch(ready, NodeObjects::open);
  }

  private void renew(Node node) throws ApiException {
    ObjectKey key = ObjectKey.of(NodeObjects.LEASE_NAMESPACE, node.getMetadata().getName());
    Optional<Lease> lease = live.get(Lease.class, key);
    if (lease.isEmpty()) {
      live.create(NodeObjects.lease(node, env.clock().now()));
    } else {
      live.patch(lease.get(), l -> l.getSpec().setRenewTime(NodeObjects.time(env.clock().now())));
    }
  }
}
