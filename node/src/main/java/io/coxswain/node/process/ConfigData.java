package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What config maps and secrets of one namespace hold, by key. */
interface ConfigData {

  Optional<SortedMap<String, byte[]>> configMap(String name) throws ApiException;

  Optional<SortedMap<String, byte[]>> secret(String name) throws ApiException;

  /**
   * A token of the pod's service account.
   *
   * @param audience of the token; empty for the server itself
   */
  default AccountTokens.Token token(String audience, long seconds)
      throws ApiException, NotStartableException {
    throw NotStartableException.configuration("there are no tokens here");
  }

  /** The directory of the volume that a claim has; empty while it has none. */
  default Optional<Path> claim(String name) throws ApiException, NotStartableException {
    return Optional.empty();
  }

  /**
   * Reads from the server at each call: no program should watch all Secrets for the containers that
   * start and the volumes that are refreshed.
   */
  static ConfigData of(Reader client, Env env, Pod pod, AccountTokens tokens) {
    Reader live = client.live();
    String namespace = pod.getMetadata().getNamespace();
    return new ConfigData() {
      @Override
      public Optional<SortedMap<String, byte[]>> configMap(String name) throws ApiException {
        return live.get(ConfigMap.class, ObjectKey.of(namespace, name))
            .map(
                map -> {
                  SortedMap<String, byte[]> data = decoded(map.getBinaryData());
                  orEmpty(map.getData())
                      .forEach((key, text) -> data.put(key, text.getBytes(StandardCharsets.UTF_8)));
                  return data;
                });
      }

      @Override
      public Optional<SortedMap<String, byte[]>> secret(String name) throws ApiException {
        return live.get(Secret.class, ObjectKey.of(namespace, name))
            .map(secret -> decoded(secret.getData()));
      }

      @Override
      public AccountTokens.Token token(String audience, long seconds)
          throws ApiException, NotStartableException {
        return tokens.get(env, pod, audience, seconds);
      }

      @Override
      public Optional<Path> claim(String name) throws ApiException, NotStartableException {
        Optional<PersistentVolumeClaim> claim =
            live.get(PersistentVolumeClaim.class, ObjectKey.of(namespace, name));
        String volume = claim.map(c -> c.getSpec().getVolumeName()).orElse("");
        if (volume == null || volume.isEmpty()) {
          return Optional.empty();
        }
        PersistentVolume bound =
            live.get(PersistentVolume.class, ObjectKey.of(volume)).orElse(null);
        if (bound == null) {
          return Optional.empty();
        }
        if (bound.getSpec().getHostPath() != null) {
          return Optional.of(Path.of(bound.getSpec().getHostPath().getPath()));
        }
        if (bound.getSpec().getLocal() != null) {
          return Optional.of(Path.of(bound.getSpec().getLocal().getPath()));
        }
        throw NotStartableException.forever(
            "persistent volume \"%s\" is of a kind that process nodes do not have; they have hostPath and local"
                .formatted(volume));
      }
    };
  }

  private static SortedMap<String, byte[]> decoded(@Nullable Map<String, String> base64) {
    var data = new TreeMap<String, byte[]>();
    orEmpty(base64).forEach((key, text) -> data.put(key, Base64.getDecoder().decode(text)));
    return data;
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }
}
