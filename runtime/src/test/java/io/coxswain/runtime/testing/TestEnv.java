package io.coxswain.runtime.testing;

import io.coxswain.env.Env;
import io.coxswain.env.Tasks;

/** Real tasks, time that the test advances, and a scripted server. */
public record TestEnv(Env env, ManualTime time, ScriptedApi api) {

  public static TestEnv create() {
    return create(Env.production().tasks());
  }

  /** With tasks that may be preempted anywhere. */
  public static TestEnv preemptive() {
    return create(new PlatformTasks(Env.production().tasks()));
  }

  private static TestEnv create(Tasks tasks) {
    Env real = Env.production();
    var time = new ManualTime();
    var api = new ScriptedApi(tasks);
    Env env = new Env(time, time, tasks, real.entropy(), real.files(), real.exec(), api);
    return new TestEnv(env, time, api);
  }
}
