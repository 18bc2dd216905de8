package io.coxswain.apiserver.admission;

/** What a request is about to do; the words of webhook rules. */
public enum Operation {
  CREATE,
  UPDATE,
  DELETE,
  CONNECT
}
