/**
 * Addresses and ranges of them, read as leniently and written as strictly as Kubernetes does:
 * {@link io.coxswain.api.net.Ip}, {@link io.coxswain.api.net.Cidr}, and {@link
 * io.coxswain.api.net.Addresses} for whether a text is one. Values only; nothing here looks a name
 * up.
 */
@NullMarked
package io.coxswain.api.net;

import org.jspecify.annotations.NullMarked;
