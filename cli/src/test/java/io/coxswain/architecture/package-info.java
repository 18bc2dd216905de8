/**
 * What holds for the class files of the whole build: which module may see which, and that nothing
 * but the implementations of {@link io.coxswain.env.Env} touches time, threads, randomness, files,
 * sockets or processes. Both tests are shown to fail on a planted violation.
 */
@NullMarked
package io.coxswain.architecture;

import org.jspecify.annotations.NullMarked;
