/**
 * The plugins there are, in the one order in which they are called: {@link
 * io.coxswain.trainer.plugins.Plugins}. Policies that a runtime may name and that have no plugin
 * yet are refused by {@link io.coxswain.trainer.plugins.Unsupported}, never ignored.
 */
@NullMarked
package io.coxswain.trainer.plugins;

import org.jspecify.annotations.NullMarked;
