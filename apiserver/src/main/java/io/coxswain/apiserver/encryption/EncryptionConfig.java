package io.coxswain.apiserver.encryption;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.GoQuote;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.RecordCipher;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An EncryptionConfiguration: the file of {@code --encryption-provider-config}. Messages name file
 * and field; a key is in none.
 */
public final class EncryptionConfig {
  private static final int MAX_BYTES = 1 << 20;
  private static final String CORE_OR_ALL =
      "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";

  private final String file;
  private final Entropy entropy;

  private EncryptionConfig(String file, Entropy entropy) {
    this.file = file;
    this.entropy = entropy;
  }

  /**
   * Reads the file.
   *
   * @throws IOException with a message that names what is wrong, and where
   */
  public static RecordCipher read(Env env, Path path) throws IOException {
    return parse(content(env, path), path.toString(), env.entropy().derive("encryption"));
  }

  /**
   * The content of the file.
   *
   * @throws IOException if it does not exist or is too large
   */
  static byte[] content(Env env, Path path) throws IOException {
    try {
      if (env.files().size(path) > MAX_BYTES) {
        throw new IOException(path + ": has more than " + MAX_BYTES + " bytes");
      }
      return env.files().read(path);
    } catch (NoSuchFileException e) {
      throw new IOException(path + ": no such file", e);
    }
  }

  /**
   * Like {@link #read}, from its content.
   *
   * @param file its name in messages
   */
  static RecordCipher parse(byte[] content, String file, Entropy entropy) throws IOException {
    return new EncryptionConfig(file, entropy).cipher(content);
  }

  private RecordCipher cipher(byte[] content) throws IOException {
    JsonNode json;
    try {
      json = Json.yamlMapper().readTree(new String(content, StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      // The original message may quote a key.
      throw problem("", "not valid YAML" + where(e));
    }
    if (json == null
        || !json.path("kind").asText().equals("EncryptionConfiguration")
        || !json.path("apiVersion").asText().equals("apiserver.config.k8s.io/v1")) {
      throw problem("", "must be an EncryptionConfiguration of apiserver.config.k8s.io/v1");
    }
    known(json, "", Set.of("apiVersion", "kind", "resources"));
    List<ResourceProviders> entries = new ArrayList<>();
    Set<String> earlier = new HashSet<>();
    for (JsonNode entry : list(json, "", "resources")) {
      String path = "resources[" + entries.size() + "]";
      known(entry, path, Set.of("resources", "providers"));
      List<String> resources = resources(entry, path, earlier);
      entries.add(providers(entry, path, resources));
      earlier.addAll(resources);
    }
    return new Entries(entries);
  }

  private static String where(JsonProcessingException e) {
    return e.getLocation() == null ? "" : " in line " + e.getLocation().getLineNr();
  }

  private IOException problem(String path, String message) {
    return new IOException(file + ": " + (path.isEmpty() ? "" : path + ": ") + message);
  }

  private void known(JsonNode json, String path, Set<String> fields) throws IOException {
    if (!json.isObject()) {
      throw problem(path, "must be an object");
    }
    for (var field : json.properties()) {
      if (!fields.contains(field.getKey())) {
        throw problem(child(path, field.getKey()), "unknown field");
      }
    }
  }

  private static String child(String path, String field) {
    return path.isEmpty() ? field : path + "." + field;
  }

  private JsonNode list(JsonNode json, String path, String field) throws IOException {
    JsonNode list = json.path(field);
    if (!list.isArray() || list.isEmpty()) {
      throw problem(child(path, field), "at least one is required");
    }
    return list;
  }

  private List<String> resources(JsonNode entry, String path, Set<String> earlier)
      throws IOException {
    List<String> resources = new ArrayList<>();
    for (JsonNode each : list(entry, path, "resources")) {
      String at = path + ".resources[" + resources.size() + "]";
      String name = each.asText();
      checkName(at, name);
      String group = name.indexOf('.') < 0 ? "" : name.substring(name.indexOf('.') + 1);
      for (String wide : List.of(name, "*." + group, "*.*")) {
        if (earlier.contains(wide)) {
          throw problem(
              at,
              "resource " + GoQuote.of(name) + " is masked by earlier rule " + GoQuote.of(wide));
        }
        if (resources.contains(wide)) {
          throw problem(
              at,
              wide.equals(name)
                  ? "the same resource cannot be specified multiple times"
                  : "it is masked by " + wide + " in the same list");
        }
      }
      for (String other : resources) {
        boolean all = name.equals("*.*");
        if (all || (name.startsWith("*.") && group.equals(group(other)))) {
          throw problem(at, "it masks " + other + " in the same list");
        }
      }
      resources.add(name);
    }
    return resources;
  }

  private static String group(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1);
  }

  private void checkName(String at, String name) throws IOException {
    String group = group(name);
    String why = null;
    if (name.isEmpty()) {
      why = "must be the name of a resource";
    } else if (!name.toLowerCase(Locale.ROOT).equals(name)) {
      why = "resource name should not contain capital letters";
    } else if (name.equals("*")) {
      why = CORE_OR_ALL;
    } else if (Set.of("apiserveripinfo", "serviceipallocations", "servicenodeportallocations")
        .contains(name)) {
      why = "resources which do not have REST API/s cannot be encrypted";
    } else if (group.equals("events.k8s.io")) {
      why =
          "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events'"
              + " instead in the config file";
    } else if (group.equals("extensions")) {
      why = "'extensions' group has been removed and cannot be used for encryption";
    } else if (group.equals("*") && !name.equals("*.*")) {
      why = "encrypting the same resource across groups is not supported";
    }
    if (why != null) {
      throw problem(at, why);
    }
  }

  private ResourceProviders providers(JsonNode entry, String path, List<String> resources)
      throws IOException {
    List<AesKey> keys = new ArrayList<>();
    Set<String> names = new HashSet<>();
    AesKey writer = null;
    boolean identity = false;
    int index = 0;
    for (JsonNode provider : list(entry, path, "providers")) {
      String at = path + ".providers[" + index + "]";
      known(provider, at, Set.of("aesgcm", "aescbc", "secretbox", "kms", "identity"));
      if (provider.size() != 1) {
        throw problem(at, "must have exactly one of: aescbc, aesgcm, identity");
      }
      String name = provider.fieldNames().next();
      at = child(at, name);
      switch (name) {
        case "identity" -> {
          known(provider.path(name), at, Set.of());
          identity = true;
        }
        case "aescbc", "aesgcm" -> {
          List<AesKey> own = keys(provider.path(name), at, AesKey.Mode.valueOf(name), names);
          if (index == 0) {
            writer = own.getFirst();
          }
          keys.addAll(own);
        }
        default ->
            throw problem(at, "this provider is not supported; use aescbc, aesgcm or identity");
      }
      index++;
    }
    return new ResourceProviders(resources, writer, keys, identity);
  }

  /**
   * @param names of the keys so far; an encrypted object names its key
   */
  private List<AesKey> keys(JsonNode provider, String path, AesKey.Mode mode, Set<String> names)
      throws IOException {
    known(provider, path, Set.of("keys"));
    List<AesKey> keys = new ArrayList<>();
    for (JsonNode key : list(provider, path, "keys")) {
      String at = path + ".keys[" + keys.size() + "]";
      known(key, at, Set.of("name", "secret"));
      String name = key.path("name").asText();
      if (name.isEmpty()) {
        throw problem(at + ".name", "name is a mandatory field for a key");
      }
      if (!names.add(mode + ":" + name)) {
        throw problem(at + ".name", "another key of " + mode + " for the resource has this name");
      }
      keys.add(new AesKey(mode, name, secret(key.path("secret").asText(), at), entropy));
    }
    return keys;
  }

  private byte[] secret(String text, String path) throws IOException {
    String at = path + ".secret";
    if (text.isEmpty()) {
      throw problem(at, "secret is a mandatory field for a key");
    }
    byte[] secret;
    try {
      secret = Base64.getDecoder().decode(text.replaceAll("[\\r\\n]", ""));
    } catch (IllegalArgumentException e) {
      throw problem(at, "secrets must be base64 encoded");
    }
    if (secret.length != 16 && secret.length != 24 && secret.length != 32) {
      throw problem(
          at,
          "secret is not of the expected length, got %d, expected one of [16 24 32]"
              .formatted(secret.length));
    }
    return secret;
  }

  /** The first entry that names a resource decides. */
  private static final class Entries implements RecordCipher {
    private static final ResourceProviders PLAIN =
        new ResourceProviders(List.of(), null, List.of(), true);
    private static final int MAX_CACHED = 10_000;

    private final List<ResourceProviders> entries;
    private final ConcurrentHashMap<String, ResourceProviders> byCollection =
        new ConcurrentHashMap<>();

    Entries(List<ResourceProviders> entries) {
      this.entries = List.copyOf(entries);
    }

    private ResourceProviders of(String collection) {
      ResourceProviders known = byCollection.get(collection);
      if (known != null) {
        return known;
      }
      ResourceProviders found =
          entries.stream().filter(entry -> entry.matches(collection)).findFirst().orElse(PLAIN);
      if (byCollection.size() < MAX_CACHED) {
        byCollection.put(collection, found);
      }
      return found;
    }

    @Override
    public byte @Nullable [] encrypt(String collection, ObjectKey key, Supplier<byte[]> content) {
      AesKey writer = of(collection).writer();
      return writer == null ? null : writer.encrypt(collection, key, content.get());
    }

    @Override
    public byte[] decrypt(String collection, ObjectKey key, byte[] encrypted) throws IOException {
      return of(collection).decrypt(collection, key, encrypted);
    }

    @Override
    public void acceptPlain(String collection) throws IOException {
      if (!of(collection).identity()) {
        throw new IOException(
            "it is not encrypted, and identity is not among its providers in the encryption"
                + " configuration");
      }
    }

    @Override
    public boolean isCurrent(String collection, byte @Nullable [] encrypted) {
      AesKey writer = of(collection).writer();
      return encrypted == null ? writer == null : writer != null && writer.isNamedBy(encrypted);
    }
  }
}
