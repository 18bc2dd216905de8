package io.coxswain.kube.volumebinder;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.Comparator;
import java.util.Optional;

/** Looks up storage classes. */
final class StorageClasses {
  private static final String DEFAULT = "storageclass.kubernetes.io/is-default-class";
  private static final String BETA_DEFAULT = "storageclass.beta.kubernetes.io/is-default-class";

  private final Reader client;

  StorageClasses(Reader client) {
    this.client = client;
  }

  Optional<StorageClass> find(String name) throws ApiException {
    return name.isEmpty() ? Optional.empty() : client.get(StorageClass.class, ObjectKey.of(name));
  }

  static boolean isDelayed(StorageClass storageClass) {
    return "WaitForFirstConsumer".equals(storageClass.getVolumeBindingMode());
  }

  static boolean isDefault(StorageClass storageClass) {
    return "true".equals(Annotations.of(storageClass).get(DEFAULT))
        || "true".equals(Annotations.of(storageClass).get(BETA_DEFAULT));
  }

  /** The name of the newest default class. */
  Optional<String> findDefault() throws ApiException {
    return client.list(StorageClass.class).toList().stream()
        .filter(StorageClasses::isDefault)
        .min(
            Comparator.comparing(
                    (StorageClass c) -> Volumes.text(c.getMetadata().getCreationTimestamp()))
                .reversed()
                .thenComparing(c -> c.getMetadata().getName()))
        .map(c -> c.getMetadata().getName());
  }
}
