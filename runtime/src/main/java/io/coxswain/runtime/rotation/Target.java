package io.coxswain.runtime.rotation;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.util.List;
import java.util.Optional;

/** An object with a CA bundle for the API server. */
sealed interface Target {
  String name();

  Class<? extends HasMetadata> type();

  /**
   * Writes the CA bundle into each of its webhooks, if it differs.
   *
   * @return false if the object does not exist
   */
  boolean inject(Client client, String bundle) throws ApiException;

  /** A MutatingWebhookConfiguration. */
  record Mutating(String name) implements Target {
    @Override
    public Class<? extends HasMetadata> type() {
      return MutatingWebhookConfiguration.class;
    }

    @Override
    public boolean inject(Client client, String bundle) throws ApiException {
      Optional<MutatingWebhookConfiguration> found =
          client.get(MutatingWebhookConfiguration.class, ObjectKey.of(name));
      if (found.isPresent()) {
        client.patch(
            found.get(),
            c -> list(c.getWebhooks()).forEach(w -> w.getClientConfig().setCaBundle(bundle)));
      }
      return found.isPresent();
    }
  }

  /** A ValidatingWebhookConfiguration. */
  record Validating(String name) implements Target {
    @Override
    public Class<? extends HasMetadata> type() {
      return ValidatingWebhookConfiguration.class;
    }

    @Override
    public boolean inject(Client client, String bundle) throws ApiException {
      Optional<ValidatingWebhookConfiguration> found =
          client.get(ValidatingWebhookConfiguration.class, ObjectKey.of(name));
      if (found.isPresent()) {
        client.patch(
            found.get(),
            c -> list(c.getWebhooks()).forEach(w -> w.getClientConfig().setCaBundle(bundle)));
      }
      return found.isPresent();
    }
  }

  /** A CustomResourceDefinition with a conversion webhook. */
  record Conversion(String name) implements Target {
    @Override
    public Class<? extends HasMetadata> type() {
      return CustomResourceDefinition.class;
    }

    @Override
    public boolean inject(Client client, String bundle) throws ApiException {
      Optional<CustomResourceDefinition> found =
          client.get(CustomResourceDefinition.class, ObjectKey.of(name));
      if (found.isEmpty()) {
        return false;
      }
      var conversion = found.get().getSpec().getConversion();
      if (conversion == null
          || conversion.getWebhook() == null
          || conversion.getWebhook().getClientConfig() == null) {
        throw new IllegalStateException(
            "CustomResourceDefinition " + name + " has no conversion webhook client config");
      }
      client.patch(
          found.get(),
          crd -> crd.getSpec().getConversion().getWebhook().getClientConfig().setCaBundle(bundle));
      return true;
    }
  }

  /** An APIService. */
  record Service(String name) implements Target {
    @Override
    public Class<? extends HasMetadata> type() {
      return APIService.class;
    }

    @Override
    public boolean inject(Client client, String bundle) throws ApiException {
      Optional<APIService> found = client.get(APIService.class, ObjectKey.of(name));
      if (found.isPresent()) {
        client.patch(found.get(), service -> service.getSpec().setCaBundle(bundle));
      }
      return found.isPresent();
    }
  }

  private static <T> List<T> list(List<T> items) {
    return items == null ? List.of() : items;
  }
}
