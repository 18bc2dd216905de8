/**
 * Interfaces that the embedding program implements: options, and the sources of logs, sessions and
 * resource usage of pods.
 */
@NullMarked
package io.coxswain.apiserver.spi;

import org.jspecify.annotations.NullMarked;
