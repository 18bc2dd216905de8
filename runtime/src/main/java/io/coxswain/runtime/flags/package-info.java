/**
 * Command lines and configuration files as Go programs read them, so that the manifests that start
 * those programs start ours: {@link io.coxswain.runtime.flags.Flags} for flags, {@link
 * io.coxswain.runtime.flags.FlagSets} for those of programs with many, {@link
 * io.coxswain.runtime.flags.GoDuration} for times, {@link io.coxswain.runtime.flags.ConfigFile} for
 * strict YAML. What is unknown or unreadable is an error that names it.
 */
@NullMarked
package io.coxswain.runtime.flags;

import org.jspecify.annotations.NullMarked;
