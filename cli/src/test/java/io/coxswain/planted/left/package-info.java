/** Planted for the rule against package cycles. */
@NullMarked
package io.coxswain.planted.left;

import org.jspecify.annotations.NullMarked;
