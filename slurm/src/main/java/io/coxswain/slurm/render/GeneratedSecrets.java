package io.coxswain.slurm.render;

import io.coxswain.env.Entropy;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Secrets of fresh randomness. */
final class GeneratedSecrets {
  private static final int JWT_KEY_BYTES = 32;
  private static final int MUNGE_KEY_BYTES = 1024;
  private static final int PASSWORD_LENGTH = 16;
  private static final int PASSWORD_DIGITS = 4;
  private static final int PASSWORD_SYMBOLS = 2;
  private static final String DIGITS = "0123456789";
  private static final String SYMBOLS = "@$^&*()_+-={}|[]<>/";
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  private GeneratedSecrets() {}

  static Secret restJwtKey(ClusterValues values, Entropy entropy) {
    return of(
        values,
        Component.REST,
        values.names().restJwtKey(),
        single("rest_jwt.key", entropy.bytes(JWT_KEY_BYTES)));
  }

  static Secret mungeKey(ClusterValues values, Entropy entropy) {
    return of(
        values,
        Component.COMMON,
        values.names().munge(),
        single("munge.key", entropy.bytes(MUNGE_KEY_BYTES)));
  }

  static Secret sshdKeys(ClusterValues values, Component component, Entropy entropy) {
    return of(values, component, values.sshdKeys(), SshHostKeys.make(entropy));
  }

  /** A password of the database, which outlives the cluster. */
  static Secret databasePassword(ClusterValues values, String name, Entropy entropy) {
    var labels = new TreeMap<String, String>();
    labels.put(Labels.NAME, Labels.CLUSTER_NAME);
    labels.put(Labels.WEBHOOK, "true");
    Names names = values.names();
    return new SecretBuilder()
        .withMetadata(
            new ObjectMetaBuilder(Pods.metadata(name, names.namespace(), labels))
                .addToAnnotations(Labels.CLUSTER_ANNOTATION, names.cluster())
                .build())
        .withData(
            encoded(single("password", password(entropy).getBytes(StandardCharsets.US_ASCII))))
        .build();
  }

  /** No character comes twice. */
  static String password(Entropy entropy) {
    var characters = new ArrayList<Character>();
    draw(characters, DIGITS, PASSWORD_DIGITS, entropy);
    draw(characters, SYMBOLS, PASSWORD_SYMBOLS, entropy);
    draw(characters, LETTERS, PASSWORD_LENGTH - PASSWORD_DIGITS - PASSWORD_SYMBOLS, entropy);
    var password = new StringBuilder();
    while (!characters.isEmpty()) {
      password.append(characters.remove(below(characters.size(), entropy)).charValue());
    }
    return password.toString();
  }

  private static void draw(List<Character> into, String from, int count, Entropy entropy) {
    var left = new StringBuilder(from);
    for (int i = 0; i < count; i++) {
      int at = below(left.length(), entropy);
      into.add(left.charAt(at));
      left.deleteCharAt(at);
    }
  }

  /** Unpredictable and uniform: bytes that would favour some values are rejected and redrawn. */
  private static int below(int bound, Entropy entropy) {
    while (true) {
      int drawn = entropy.bytes(1)[0] & 0xFF;
      if (drawn < 256 - 256 % bound) {
        return drawn % bound;
      }
    }
  }

  static Secret of(
      ClusterValues values, Component component, String name, SortedMap<String, byte[]> data) {
    return new SecretBuilder()
        .withMetadata(
            Pods.metadata(
                name, values.names().namespace(), Labels.of(component, values.names().cluster())))
        .withData(encoded(data))
        .build();
  }

  static SortedMap<String, byte[]> single(String key, byte[] value) {
    var data = new TreeMap<String, byte[]>();
    data.put(key, value);
    return data;
  }

  private static SortedMap<String, String> encoded(SortedMap<String, byte[]> data) {
    var encoded = new TreeMap<String, String>();
    data.forEach((key, value) -> encoded.put(key, Base64.getEncoder().encodeToString(value)));
    return encoded;
  }
}
