@NullMarked
package io.coxswain.cel;

import org.jspecify.annotations.NullMarked;
