@NullMarked
package io.coxswain.apiserver.json;

import org.jspecify.annotations.NullMarked;
