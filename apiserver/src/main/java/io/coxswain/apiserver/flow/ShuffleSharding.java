package io.coxswain.apiserver.flow;

/** Deals a few distinct cards of a deck by a hash value. */
final class ShuffleSharding {
  private ShuffleSharding() {}

  /**
   * Returns the hand for the hash value: as many different numbers below {@code deck}.
   *
   * @param hand at most {@code deck}
   */
  static int[] deal(long hash, int deck, int hand) {
    int[] cards = new int[hand];
    long rest = hash;
    for (int i = 0; i < hand; i++) {
      int left = deck - i;
      int card = (int) Long.remainderUnsigned(rest, left);
      rest = Long.divideUnsigned(rest, left);
      // The card is a position among those that are left: skip the dealt ones below it.
      int[] dealt = java.util.Arrays.copyOf(cards, i);
      java.util.Arrays.sort(dealt);
      for (int other : dealt) {
        if (card >= other) {
          card++;
        }
      }
      cards[i] = card;
    }
    return cards;
  }
}
