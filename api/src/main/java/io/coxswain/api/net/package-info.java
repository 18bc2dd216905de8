/**
 * Addresses and ranges, parsed as leniently and written as strictly as Kubernetes does: {@link
 * io.coxswain.api.net.Ip}, {@link io.coxswain.api.net.Cidr}, and {@link
 * io.coxswain.api.net.Addresses} to check texts. Values only; nothing here resolves names.
 */
@NullMarked
package io.coxswain.api.net;

import org.jspecify.annotations.NullMarked;
