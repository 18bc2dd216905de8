/**
 * The plugins, in the order in which they are called: {@link io.coxswain.trainer.plugins.Plugins}.
 * One package for each framework and for gang scheduling; {@link
 * io.coxswain.trainer.plugins.jobset} builds the JobSet from the results of all others.
 */
@NullMarked
package io.coxswain.trainer.plugins;

import org.jspecify.annotations.NullMarked;
