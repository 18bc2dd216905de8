package io.coxswain.slurm.sconfig;

import io.coxswain.api.ResourceType;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Wires the controller: JailedConfigs whose spec changed, and ConfigMaps that one of them names.
 */
final class JailedConfigController {
  private static final String NAME = "jailedconfig";
  private static final String BY_CONFIG_MAP = "configMap";
  private static final Duration FIRST_RETRY = Duration.ofSeconds(15);
  private static final Duration MAX_RETRY = Duration.ofMinutes(1);

  /** The operator writes several ConfigMaps in a row; one reconcile for them is enough. */
  private static final Duration BURST = Duration.ofSeconds(1);

  private JailedConfigController() {}

  static void register(
      Manager manager, SConfigSettings settings, JailedConfigReconciler reconciler) {
    manager.index(
        JailedConfig.class,
        BY_CONFIG_MAP,
        config -> List.of(config.getSpec().getConfigMap().getName()));
    manager
        .controllerBy(JailKey.class, NAME)
        .kind(JailedConfig.class)
        .workers(settings.common().workers())
        .syncTimeout(settings.common().cacheSyncTimeout())
        .backOff(FIRST_RETRY, MAX_RETRY)
        .watch(
            JailedConfig.class,
            watch ->
                watch
                    .mapTo((config, client) -> List.of(JailKey.of(config)))
                    .when(JailedConfigController::specChanged)
                    .delay(BURST))
        .watchMetadata(
            ResourceType.of(ConfigMap.class),
            watch ->
                watch
                    .mapTo(
                        (map, client) ->
                            client
                                .list(JailedConfig.class)
                                .in(map.getMetadata().getNamespace())
                                .by(BY_CONFIG_MAP, map.getMetadata().getName())
                                .toList()
                                .stream()
                                .map(JailKey::of)
                                .distinct()
                                .toList())
                    .delay(BURST))
        .reconcile(reconciler);
  }

  private static boolean specChanged(Event<JailedConfig> event) {
    return !(event instanceof Event.Updated<JailedConfig>(JailedConfig old, JailedConfig now))
        || !Objects.equals(old.getMetadata().getGeneration(), now.getMetadata().getGeneration())
        || !Objects.equals(old.getMetadata().getUid(), now.getMetadata().getUid())
        || !Objects.equals(old.getMetadata().getLabels(), now.getMetadata().getLabels());
  }
}
