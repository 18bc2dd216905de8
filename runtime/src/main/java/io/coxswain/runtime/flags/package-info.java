/**
 * Command lines and configuration files in the syntax of Go programs, so that existing manifests
 * work: {@link io.coxswain.runtime.flags.Flags} for flags, {@link
 * io.coxswain.runtime.flags.FlagSets} for programs with many flags, {@link
 * io.coxswain.runtime.flags.GoDuration} for durations, {@link io.coxswain.runtime.flags.ConfigFile}
 * for strict YAML. Unknown or invalid input is an error that names it.
 */
@NullMarked
package io.coxswain.runtime.flags;

import org.jspecify.annotations.NullMarked;
