/**
 * The controller runtime. Authors of controllers use three packages: {@link
 * io.coxswain.runtime.manager} (what runs, and in which order it starts and stops), {@link
 * io.coxswain.runtime.controller} (what is watched and what is done about it) and {@link
 * io.coxswain.runtime.client} (reading from the cache, writing to the server). The others are what
 * these are made of.
 */
@NullMarked
package io.coxswain.runtime;

import org.jspecify.annotations.NullMarked;
