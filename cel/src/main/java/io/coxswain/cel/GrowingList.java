package io.coxswain.cel;

import java.util.ArrayList;
import java.util.List;

/** The list that a loop is collecting: added to in place, since nobody else sees it yet. */
final class GrowingList implements ListValue {
  private final List<Object> items = new ArrayList<>();

  void addAll(List<Object> more) {
    items.addAll(more);
  }

  PlainList done() {
    return new PlainList(items, null);
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public Object get(int index) {
    return items.get(index);
  }
}
