/**
 * Recorded simulations. The pages read a recording themselves; here it is put into a page that
 * needs no server.
 */
@NullMarked
package io.coxswain.console.replay;

import org.jspecify.annotations.NullMarked;
