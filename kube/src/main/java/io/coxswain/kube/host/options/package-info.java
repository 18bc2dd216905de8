/**
 * The command line of kube-controller-manager: every flag, in its named set, with its default and
 * validation. {@link io.coxswain.kube.host.options.HostOptions} holds all flags; the other classes
 * are one set each, or the sets of related controllers. {@link
 * io.coxswain.kube.host.options.HostOptions#problems} reports all errors at once. This package does
 * no I/O.
 */
@NullMarked
package io.coxswain.kube.host.options;

import org.jspecify.annotations.NullMarked;
