/**
 * Configuration files of controller managers. {@link
 * io.coxswain.runtime.config.ControllerManagerFile} reads them, {@link
 * io.coxswain.runtime.config.ControllerManagerOptions} are the options they have in common and
 * begins a manager with them. {@link io.coxswain.runtime.config.LeaderElection} is the section as
 * component-base defines it.
 *
 * <p>Guarantees: an unknown or duplicate field is an error that names the file and the field.
 */
@NullMarked
package io.coxswain.runtime.config;

import org.jspecify.annotations.NullMarked;
