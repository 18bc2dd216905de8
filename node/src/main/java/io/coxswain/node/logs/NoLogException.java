package io.coxswain.node.logs;

/** There is no log; the message contains the reason, in a kubelet's words. */
public final class NoLogException extends Exception {
  public NoLogException(String message) {
    super(message);
  }
}
