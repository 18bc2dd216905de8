/** Tests of the audit log that need no server. */
@NullMarked
package io.coxswain.apiserver.audit;

import org.jspecify.annotations.NullMarked;
