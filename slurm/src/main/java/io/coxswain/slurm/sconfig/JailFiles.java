package io.coxswain.slurm.sconfig;

import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.runtime.controller.TerminalException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.KeyToPath;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The files of a JailedConfig by their paths in the jail. */
final class JailFiles {
  private static final int DEFAULT_MODE = 0644;

  private JailFiles() {}

  /**
   * @throws TerminalException when the spec and the ConfigMap do not fit together
   */
  static SortedMap<String, JailFile> of(JailedConfig config, ConfigMap map) {
    Integer given = config.getSpec().getDefaultMode();
    int mode = given == null ? DEFAULT_MODE : given;
    SortedMap<String, byte[]> keys = contents(map);
    List<KeyToPath> items = config.getSpec().getItems();
    var files = new TreeMap<String, JailFile>();
    if (items.isEmpty()) {
      keys.forEach((key, content) -> files.put(key, new JailFile(content, mode)));
    }
    for (KeyToPath item : items) {
      byte[] content = keys.get(item.getKey());
      if (content == null) {
        throw wrong(
            config,
            "items references non-existent config key: %s (of ConfigMap %s)"
                .formatted(item.getKey(), map.getMetadata().getName()));
      }
      files.put(
          item.getPath(), new JailFile(content, item.getMode() == null ? mode : item.getMode()));
    }
    for (String path : files.keySet()) {
      if (!path.startsWith("/")) {
        throw wrong(config, "invalid config path \"" + path + "\": must be absolute");
      }
    }
    return files;
  }

  private static TerminalException wrong(JailedConfig config, String why) {
    return new TerminalException("JailedConfig " + config.getMetadata().getName() + ": " + why);
  }

  private static SortedMap<String, byte[]> contents(ConfigMap map) {
    var contents = new TreeMap<String, byte[]>();
    orEmpty(map.getBinaryData())
        .forEach((key, text) -> contents.put(key, Base64.getDecoder().decode(text)));
    orEmpty(map.getData())
        .forEach((key, text) -> contents.put(key, text.getBytes(StandardCharsets.UTF_8)));
    return contents;
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }
}
