/** Types shared by the packages of the host program: its exception, logging and listener. */
@NullMarked
package io.coxswain.kube.host.shared;

import org.jspecify.annotations.NullMarked;
