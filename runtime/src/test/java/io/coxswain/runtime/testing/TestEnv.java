package io.coxswain.runtime.testing;

import io.coxswain.env.Env;

/** Real tasks, time that the test advances, and a scripted server. */
public record TestEnv(Env env, ManualTime time, ScriptedApi api) {

  public static TestEnv create() {
    Env real = Env.production();
    var time = new ManualTime();
    var api = new ScriptedApi(real.tasks());
    Env env = new Env(time, time, real.tasks(), real.entropy(), real.files(), real.exec(), api);
    return new TestEnv(env, time, api);
  }
}
