package io.coxswain.trainer.plugins;

import io.coxswain.env.Entropy;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.framework.Plugin;
import io.coxswain.trainer.plugins.flux.FluxPlugin;
import io.coxswain.trainer.plugins.jax.JAXPlugin;
import io.coxswain.trainer.plugins.jobset.JobSetPlugin;
import io.coxswain.trainer.plugins.mpi.MPIPlugin;
import io.coxswain.trainer.plugins.plainml.PlainMLPlugin;
import io.coxswain.trainer.plugins.podgroup.CoSchedulingPlugin;
import io.coxswain.trainer.plugins.podgroup.VolcanoPlugin;
import io.coxswain.trainer.plugins.torch.TorchPlugin;
import io.coxswain.trainer.plugins.xgboost.XGBoostPlugin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** All plugins, in the order in which they are called at every extension point. */
public final class Plugins {
  private Plugins() {}

  /**
   * Upstream's order is random; ours is fixed. Third-party plugins, found by {@link ServiceLoader},
   * follow the built-in ones in the order of their names. The JobSet is last, so that what its pods
   * mount exists before they start.
   *
   * @param entropy what keys are made of
   * @param more wanted by a feature of the program
   */
  public static Framework all(Entropy entropy, Plugin... more) {
    var plugins = new ArrayList<Plugin>();
    plugins.add(new PlainMLPlugin());
    plugins.add(new CoSchedulingPlugin());
    plugins.add(new VolcanoPlugin());
    plugins.add(new MPIPlugin(entropy));
    plugins.add(new TorchPlugin());
    plugins.add(new JAXPlugin());
    plugins.add(new XGBoostPlugin());
    plugins.add(new FluxPlugin());
    ServiceLoader.load(Plugin.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(Plugin::name))
        .forEach(plugins::add);
    plugins.addAll(List.of(more));
    plugins.add(new JobSetPlugin());
    return new Framework(plugins);
  }
}
