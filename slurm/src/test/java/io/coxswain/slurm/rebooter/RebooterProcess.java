package io.coxswain.slurm.rebooter;

import io.coxswain.env.Env;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rebooter of one machine, for worlds of tests. */
public final class RebooterProcess {
  private RebooterProcess() {}

  public static Manager of(Env env, String node, Machine machine, String... words)
      throws Exception {
    return of(env, node, machine, RebooterProcess::listed, words);
  }

  static Manager of(
      Env env, String node, Machine machine, RebooterProgram.PodsFrom pods, String... words)
      throws Exception {
    Flags flags = RebooterOptions.flags();
    flags.parse(List.of(words));
    RebooterOptions read =
        RebooterOptions.of(flags, new TreeMap<>(Map.of("REBOOTER_NODE_NAME", node)), env.files());
    var settings = new RebooterOptions(read.common().withoutServers(), read.node(), read.period());
    return RebooterProgram.start(env, settings, "host", machine, pods);
  }

  /** The simulated server has no kubelets behind it; it knows the same pods. */
  private static NodePods listed(Reader client) {
    return node ->
        client.live().list(Pod.class).toList().stream()
            .filter(pod -> node.equals(pod.getSpec().getNodeName()))
            .toList();
  }
}
