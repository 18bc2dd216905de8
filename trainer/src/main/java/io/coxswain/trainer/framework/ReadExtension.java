package io.coxswain.trainer.framework;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** Names the objects that the plugin must see before it can build, validate or report. */
public interface ReadExtension extends Plugin {
  List<Wanted<?>> reads(TrainJob job);

  /** One object to be read. */
  record Wanted<T extends HasMetadata>(Class<T> type, ObjectKey key) {}
}
