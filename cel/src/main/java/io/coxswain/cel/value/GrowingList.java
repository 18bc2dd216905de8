package io.coxswain.cel.value;

import java.util.ArrayList;
import java.util.List;

/** A list under construction, added to in place because only the loop that builds it reads it. */
public final class GrowingList implements ListValue {
  private final List<Object> items = new ArrayList<>();

  public void addAll(List<Object> more) {
    items.addAll(more);
  }

  public PlainList done() {
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
