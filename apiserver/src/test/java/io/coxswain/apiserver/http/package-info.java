/** The HTTPS front. */
@NullMarked
package io.coxswain.apiserver.http;

import org.jspecify.annotations.NullMarked;
