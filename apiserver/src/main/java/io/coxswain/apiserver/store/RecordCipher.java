package io.coxswain.apiserver.store;

import io.coxswain.api.ObjectKey;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Encryption of the objects of some collections in files. Thread-safe. */
public interface RecordCipher {

  /** The encrypted object; null if objects of the collection are written in plain. */
  byte @Nullable [] encrypt(String collection, ObjectKey key, Supplier<byte[]> content);

  /**
   * The content of an encrypted object.
   *
   * @throws IOException with the reason why no key fits
   */
  byte[] decrypt(String collection, ObjectKey key, byte[] encrypted) throws IOException;

  /**
   * Checks that an object of the collection may be stored in plain.
   *
   * @throws IOException with the reason why not
   */
  void acceptPlain(String collection) throws IOException;

  /**
   * Whether an object would be written like this now.
   *
   * @param encrypted null if it is stored in plain
   */
  boolean isCurrent(String collection, byte @Nullable [] encrypted);

  /** Nothing is encrypted. */
  static RecordCipher none() {
    return new RecordCipher() {
      @Override
      public byte @Nullable [] encrypt(String collection, ObjectKey key, Supplier<byte[]> content) {
        return null;
      }

      @Override
      public byte[] decrypt(String collection, ObjectKey key, byte[] encrypted) throws IOException {
        throw new IOException("it is encrypted; set --encryption-provider-config");
      }

      @Override
      public void acceptPlain(String collection) {}

      @Override
      public boolean isCurrent(String collection, byte @Nullable [] encrypted) {
        return encrypted == null;
      }
    };
  }
}
