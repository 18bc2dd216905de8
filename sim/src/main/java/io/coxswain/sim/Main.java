package io.coxswain.sim;

import io.coxswain.env.Env;

/** The main method of a simulated process: runs it in the given world until it ends. */
@FunctionalInterface
public interface Main {
  void run(Env env) throws Exception;
}
