package io.coxswain.trainer.framework;

/** Takes part in building jobs, at the extension points whose interfaces it implements. */
public interface Plugin {

  /** The name, as upstream. */
  String name();
}
