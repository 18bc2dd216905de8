package io.coxswain.api.fold;

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

    /** The round of a folding that saw it first; zero before. Only the folding's own. */
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
  static final class Folded extends Body {
    private final byte[] folded;
    private final int length;
    private final Dictionary dictionary;

    Folded(byte[] folded, int length, Dictionary dictionary) {
      this.folded = folded;
      this.length = length;
      this.dictionary = dictionary;
    }

    @Override
    public byte[] bytes() {
      return dictionary.unfold(folded, length);
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public int size() {
      return folded.length;
    }
  }
}
