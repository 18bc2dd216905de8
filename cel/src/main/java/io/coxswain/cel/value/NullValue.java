package io.coxswain.cel.value;

/** The null of CEL, which is a value. */
public enum NullValue {
  NULL
}
