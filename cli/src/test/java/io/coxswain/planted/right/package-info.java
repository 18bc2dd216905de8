/** Planted for the rule against package cycles. */
@NullMarked
package io.coxswain.planted.right;

import org.jspecify.annotations.NullMarked;
