@NullMarked
package io.coxswain.apiserver.cel;

import org.jspecify.annotations.NullMarked;
