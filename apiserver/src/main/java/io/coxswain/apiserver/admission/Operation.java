package io.coxswain.apiserver.admission;

/** The operation of a request, named as in webhook rules. */
public enum Operation {
  CREATE,
  UPDATE,
  DELETE,
  CONNECT
}
