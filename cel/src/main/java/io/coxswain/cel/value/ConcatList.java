package io.coxswain.cel.value;

/** Two lists after one another, without a copy: concatenation costs 1, whatever their lengths. */
record ConcatList(ListValue left, ListValue right) implements ListValue {
  @Override
  public int size() {
    return left.size() + right.size();
  }

  @Override
  public Object get(int index) throws EvalException {
    int start = left.size();
    return index < start ? left.get(index) : right.get(index - start);
  }
}
