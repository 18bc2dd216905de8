package io.coxswain.junit;

/**
 * Components that run with the server.
 *
 * @param controllers whether the controllers of kube-controller-manager run
 * @param nodes the number of simulated nodes, with a scheduler
 * @param manualTime whether time moves only by {@link ManualTime#advance}
 */
public record KubeServerOptions(boolean controllers, int nodes, boolean manualTime) {

  public KubeServerOptions {
    if (nodes < 0) {
      throw new IllegalArgumentException("nodes: " + nodes + " is less than 0");
    }
    if (nodes > 0 && !controllers) {
      throw new IllegalArgumentException(
          "nodes: " + nodes + " nodes need controllers = true: nobody else says they are ready");
    }
  }

  /** The server without controllers, in real time. */
  public static KubeServerOptions plain() {
    return new KubeServerOptions(false, 0, false);
  }

  public KubeServerOptions withControllers() {
    return new KubeServerOptions(true, nodes, manualTime);
  }

  /** Adds simulated nodes, and controllers. */
  public KubeServerOptions withNodes(int count) {
    return new KubeServerOptions(true, count, manualTime);
  }

  public KubeServerOptions withManualTime() {
    return new KubeServerOptions(controllers, nodes, true);
  }
}
