package io.coxswain.node.logs;

/** There is no log to show; the message says why, in a kubelet's words. */
public final class NoLogException extends Exception {
  public NoLogException(String message) {
    super(message);
  }
}
