package io.coxswain.cel;

/** The null of CEL, which is a value. */
enum NullValue {
  NULL
}
