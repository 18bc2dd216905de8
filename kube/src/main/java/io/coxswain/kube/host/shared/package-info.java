/** What the parts of the host program share: its exception, logging and listening. */
@NullMarked
package io.coxswain.kube.host.shared;

import org.jspecify.annotations.NullMarked;
