/**
 * The output of the containers of a training, merged into one stream of lines. Everything in it is
 * bounded: the pods that are followed, the length of a line, and the lines that wait for the
 * browser.
 */
@NullMarked
package io.coxswain.console.logs;

import org.jspecify.annotations.NullMarked;
