/**
 * The parts that the configuration files of programs have in common: {@link
 * io.coxswain.runtime.config.LeaderElection} as component-base has it, durations in Go's syntax,
 * and the namespace that a program runs in. Files are read by {@link
 * io.coxswain.runtime.flags.ConfigFile}, strictly.
 */
@NullMarked
package io.coxswain.runtime.config;

import org.jspecify.annotations.NullMarked;
