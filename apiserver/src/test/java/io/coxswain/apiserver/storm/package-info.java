/**
 * A server that is killed in the middle of many writes, again and again, and must never lose one
 * that it answered nor show half of one.
 */
@NullMarked
package io.coxswain.apiserver.storm;

import org.jspecify.annotations.NullMarked;
