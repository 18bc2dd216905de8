package io.coxswain.runtime.manager;

import io.coxswain.env.Env;
import io.coxswain.env.Program;
import io.coxswain.runtime.testing.ScriptedApi;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;

/**
 * A program whose cache never syncs, because no request is answered; for {@link StopSignalTest}.
 */
final class NeverSynced {
  static final int STOPPED = 7;

  private NeverSynced() {}

  public static void main(String[] args) throws Exception {
    Env env = Env.production();
    Manager manager = Manager.builder(env.withApi(new ScriptedApi(env.tasks()))).build();
    manager.index(ConfigMap.class, "x", _ -> List.of());
    try (var _ = Program.onStopSignal(manager::stop)) {
      System.out.println("ready");
      manager.run();
      System.out.println("stopped");
      Program.exit(STOPPED);
    }
  }
}
