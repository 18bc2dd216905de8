/** Watching by itself, over a store. */
@NullMarked
package io.coxswain.apiserver.watch;

import org.jspecify.annotations.NullMarked;
