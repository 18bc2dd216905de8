package io.coxswain.apiserver.cel;

/** The null of CEL, which is a value. */
enum NullValue {
  NULL
}
