package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
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
   * Reads from the server at each call: a container takes the values of the moment it starts, and
   * no program should watch all secrets for that.
   */
  static ConfigData of(Client client, String namespace) {
    Client live = client.live();
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
