/** See the packages below. */
@NullMarked
package io.coxswain.cli;

import org.jspecify.annotations.NullMarked;
