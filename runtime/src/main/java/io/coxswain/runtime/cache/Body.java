package io.coxswain.runtime.cache;

/** The JSON of an entry, in the form it is kept in. */
sealed interface Body {
  /** The JSON; not to be changed. */
  byte[] json();

  /** How many bytes are kept. */
  int size();

  /** As it came. */
  record Plain(byte[] json) implements Body {
    @Override
    public int size() {
      return json.length;
    }
  }

  /** Deflated. */
  record Deflated(byte[] bytes, int length, Dictionary dictionary) implements Body {
    @Override
    public byte[] json() {
      return dictionary.inflate(bytes, length);
    }

    @Override
    public int size() {
      return bytes.length;
    }
  }
}
