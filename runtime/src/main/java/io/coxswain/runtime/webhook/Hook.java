package io.coxswain.runtime.webhook;

import io.coxswain.runtime.http.Answer;

/** What answers on one path. Never throws. */
@FunctionalInterface
interface Hook {
  Answer answer(String contentType, byte[] body);
}
