@NullMarked
package io.coxswain.apiserver.flow;

import org.jspecify.annotations.NullMarked;
