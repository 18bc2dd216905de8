package io.coxswain.trainer.plugins;

import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.plugins.jobset.JobSetPlugin;
import io.coxswain.trainer.plugins.plainml.PlainMLPlugin;
import io.coxswain.trainer.plugins.torch.TorchPlugin;
import java.util.List;

/** All plugins, in the order in which they are called at every extension point. */
public final class Plugins {
  private Plugins() {}

  /**
   * Upstream's order is random; ours is fixed. The JobSet comes last, so that what its pods mount
   * exists before they start.
   */
  public static Framework all() {
    return new Framework(List.of(new PlainMLPlugin(), new TorchPlugin(), new JobSetPlugin()));
  }
}
