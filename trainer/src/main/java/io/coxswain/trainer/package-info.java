/** See the packages below. */
@NullMarked
package io.coxswain.trainer;

import org.jspecify.annotations.NullMarked;
