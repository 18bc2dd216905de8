package io.coxswain.console.session;

import io.coxswain.env.Entropy;
import java.util.concurrent.locks.ReentrantLock;

/** The one-time token of the login link. Using it makes the next one. Thread-safe. */
public final class LoginLinks {
  private final Entropy entropy;
  private final ReentrantLock lock = new ReentrantLock();
  private String token;

  public LoginLinks(Entropy entropy) {
    this.entropy = entropy;
    this.token = Secrets.random(entropy);
  }

  /** The token that is valid now. */
  public String current() {
    lock.lock();
    try {
      return token;
    } finally {
      lock.unlock();
    }
  }

  /** Uses a token up; false if it is not the valid one. */
  public boolean use(String given) {
    lock.lock();
    try {
      if (!Secrets.equal(given, token)) {
        return false;
      }
      token = Secrets.random(entropy);
      return true;
    } finally {
      lock.unlock();
    }
  }
}
