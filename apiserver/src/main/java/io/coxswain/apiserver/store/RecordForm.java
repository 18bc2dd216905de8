package io.coxswain.apiserver.store;

import io.coxswain.api.ObjectKey;
import java.io.IOException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * How objects are sealed in files: encrypted, or copied as they are by a program that has no keys.
 */
sealed interface RecordForm {

  /** The form of a store with the cipher. */
  static RecordForm of(RecordCipher cipher) {
    return new Encrypted(cipher, FileFormat.ENCRYPTED);
  }

  /** The format of files with these records. */
  int format();

  /** The sealed object; null if it is written in plain. */
  byte @Nullable [] seal(String collection, Stored object);

  /**
   * The object of a sealed record.
   *
   * @throws IOException with the reason why it cannot be read
   */
  Stored open(String collection, ObjectKey key, long revision, byte[] sealed) throws IOException;

  /** Checks that a record may be in plain. */
  void acceptPlain(String collection) throws IOException;

  /** Whether a record would be written differently now. */
  boolean isStale(String collection, byte @Nullable [] sealed);

  /** Objects that a cipher encrypts. */
  record Encrypted(RecordCipher cipher, int format) implements RecordForm {
    /** Nothing is encrypted. */
    static final RecordForm NOTHING = new Encrypted(RecordCipher.none(), FileFormat.CURRENT);

    @Override
    public byte @Nullable [] seal(String collection, Stored object) {
      return cipher.encrypt(collection, object.key(), () -> Records.content(object));
    }

    @Override
    public Stored open(String collection, ObjectKey key, long revision, byte[] sealed)
        throws IOException {
      return Records.object(key, revision, cipher.decrypt(collection, key, sealed));
    }

    @Override
    public void acceptPlain(String collection) throws IOException {
      cipher.acceptPlain(collection);
    }

    @Override
    public boolean isStale(String collection, byte @Nullable [] sealed) {
      return !cipher.isCurrent(collection, sealed);
    }
  }

  /** Sealed objects are kept as they are: the JSON of such an object is the sealed record. */
  final class Opaque implements RecordForm {
    /** No object has this UID. */
    private static final String SEALED = "\0sealed";

    private boolean any;

    /** Known when everything has been read. */
    @Override
    public int format() {
      return any ? FileFormat.ENCRYPTED : FileFormat.CURRENT;
    }

    @Override
    public byte @Nullable [] seal(String collection, Stored object) {
      return object.uid().equals(SEALED) ? object.json() : null;
    }

    @Override
    public Stored open(String collection, ObjectKey key, long revision, byte[] sealed) {
      any = true;
      return new Stored(
          key,
          SEALED,
          revision,
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          sealed);
    }

    @Override
    public void acceptPlain(String collection) {}

    @Override
    public boolean isStale(String collection, byte @Nullable [] sealed) {
      return false;
    }
  }
}
