/**
 * The command line of kube-controller-manager: every flag, in its named set, with its default and
 * what must hold of its value. {@link io.coxswain.kube.host.options.HostOptions} holds all of them;
 * the other classes are one set each, or the sets of several controllers that belong together.
 * {@link io.coxswain.kube.host.options.HostOptions#problems} says all that is wrong at once.
 * Nothing here talks to anybody or reads a file.
 */
@NullMarked
package io.coxswain.kube.host.options;

import org.jspecify.annotations.NullMarked;
