package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** What to fetch before training starts. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class Initializer {
  private @Nullable StorageInitializer dataset;

  private @Nullable StorageInitializer model;

  public @Nullable StorageInitializer getDataset() {
    return dataset;
  }

  public void setDataset(@Nullable StorageInitializer dataset) {
    this.dataset = dataset;
  }

  public @Nullable StorageInitializer getModel() {
    return model;
  }

  public void setModel(@Nullable StorageInitializer model) {
    this.model = model;
  }
}
