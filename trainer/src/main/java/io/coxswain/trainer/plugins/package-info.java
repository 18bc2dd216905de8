/**
 * The plugins there are, in the one order in which they are called: {@link
 * io.coxswain.trainer.plugins.Plugins}. One package for each framework and for the gangs of
 * schedulers; {@link io.coxswain.trainer.plugins.jobset} makes the JobSet out of what all of them
 * said.
 */
@NullMarked
package io.coxswain.trainer.plugins;

import org.jspecify.annotations.NullMarked;
