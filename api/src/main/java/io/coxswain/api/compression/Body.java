package io.coxswain.api.compression;

/** The bytes of an object, in the form in which they are kept. */
public abstract sealed class Body {
  private Body() {}

  /** As they came. */
  public static Body plain(byte[] bytes) {
    return new Plain(bytes);
  }

  /** The bytes as they came; not to be changed. */
  public abstract byte[] bytes();

  /** How many bytes there are. */
  public abstract int length();

  /** How many bytes are kept for them. */
  public abstract int size();

  /** Unfolded. */
  static final class Plain extends Body {
    private final byte[] bytes;

    /** The first round of a compressor that saw it; zero before. Used only by the compressor. */
    int seenInRound;

    Plain(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public byte[] bytes() {
      return bytes;
    }

    @Override
    public int length() {
      return bytes.length;
    }

    @Override
    public int size() {
      return bytes.length;
    }
  }

  /** As the difference from what a dictionary holds. */
  static final class Compressed extends Body {
    private final byte[] compressed;
    private final int length;
    private final Dictionary dictionary;

    Compressed(byte[] compressed, int length, Dictionary dictionary) {
      this.compressed = compressed;
      this.length = length;
      this.dictionary = dictionary;
    }

    @Override
    public byte[] bytes() {
      return dictionary.decompress(compressed, length);
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public int size() {
      return compressed.length;
    }
  }
}
