package io.coxswain.apiserver.encryption;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Entropy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A named key of a provider. An encrypted object is the prefix that names provider and key, as in
 * etcd, then a random initialization vector and the ciphertext. Thread-safe.
 */
final class AesKey {
  /** The beginning of the plain text, which a wrong key does not produce. */
  private static final byte[] MAGIC = {'c', 'x', 'w', '1', 0, 'o', 'b', 'j'};

  private static final int TAG_BITS = 128;

  private final Mode mode;
  private final byte[] prefix;
  private final SecretKeySpec key;
  private final Entropy entropy;

  /** How AES is used. */
  enum Mode {
    aescbc("AES/CBC/PKCS5Padding", 16),
    aesgcm("AES/GCM/NoPadding", 12);

    private final String transformation;
    private final int vectorBytes;

    Mode(String transformation, int vectorBytes) {
      this.transformation = transformation;
      this.vectorBytes = vectorBytes;
    }

    private AlgorithmParameterSpec parameters(byte[] vector) {
      return this == aesgcm ? new GCMParameterSpec(TAG_BITS, vector) : new IvParameterSpec(vector);
    }
  }

  /**
   * @param secret has 16, 24 or 32 bytes
   */
  AesKey(Mode mode, String name, byte[] secret, Entropy entropy) {
    this.mode = mode;
    this.prefix = ("k8s:enc:" + mode + ":v1:" + name + ":").getBytes(StandardCharsets.UTF_8);
    this.key = new SecretKeySpec(secret, "AES");
    this.entropy = entropy;
  }

  /** Whether the object was encrypted by a key with the provider and name of this one. */
  boolean isNamedBy(byte[] encrypted) {
    return encrypted.length >= prefix.length
        && Arrays.equals(encrypted, 0, prefix.length, prefix, 0, prefix.length);
  }

  byte[] encrypt(String collection, ObjectKey at, byte[] content) {
    byte[] vector = entropy.bytes(mode.vectorBytes);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, vector, collection, at);
      byte[] start = cipher.update(MAGIC);
      byte[] rest = cipher.doFinal(content);
      int started = start == null ? 0 : start.length;
      var all = ByteBuffer.allocate(prefix.length + vector.length + started + rest.length);
      all.put(prefix).put(vector);
      if (start != null) {
        all.put(start);
      }
      return all.put(rest).array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES", e);
    }
  }

  /**
   * The content of an object that this key encrypted.
   *
   * @throws IOException if another did
   */
  byte[] decrypt(String collection, ObjectKey at, byte[] encrypted) throws IOException {
    int start = prefix.length + mode.vectorBytes;
    if (encrypted.length < start) {
      throw new IOException("the ciphertext is too short");
    }
    byte[] plain;
    try {
      byte[] vector = Arrays.copyOfRange(encrypted, prefix.length, start);
      plain =
          cipher(Cipher.DECRYPT_MODE, vector, collection, at)
              .doFinal(encrypted, start, encrypted.length - start);
    } catch (GeneralSecurityException e) {
      throw new IOException("the key does not fit", e);
    }
    if (plain.length < MAGIC.length
        || !Arrays.equals(plain, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new IOException("the key does not fit");
    }
    return Arrays.copyOfRange(plain, MAGIC.length, plain.length);
  }

  private Cipher cipher(int operation, byte[] vector, String collection, ObjectKey at)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(mode.transformation);
    cipher.init(operation, key, mode.parameters(vector));
    if (mode == Mode.aesgcm) {
      String place = collection + "/" + at.namespace() + "/" + at.name();
      cipher.updateAAD(place.getBytes(StandardCharsets.UTF_8));
    }
    return cipher;
  }
}
