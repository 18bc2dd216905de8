/** Tests of encryption at rest that need no server. */
@NullMarked
package io.coxswain.apiserver.encryption;

import org.jspecify.annotations.NullMarked;
