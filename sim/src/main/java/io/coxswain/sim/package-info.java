/** See the packages below. */
@NullMarked
package io.coxswain.sim;

import org.jspecify.annotations.NullMarked;
