/**
 * What is watched and what is done about it. A {@link io.coxswain.runtime.controller.Reconciler}
 * brings the world one step closer to what an object asks for and says when to look again; a {@link
 * io.coxswain.runtime.controller.ControllerBuilder} says which changes call for that.
 *
 * <p>Guarantees: a key is never reconciled by two workers at once; a change that arrives while its
 * key is being reconciled leads to one further pass; a failed pass is repeated with growing delay,
 * for ever, unless it failed with {@link io.coxswain.runtime.controller.TerminalException}; a pass
 * does not start before the cache has seen what the key's earlier passes wrote.
 */
@NullMarked
package io.coxswain.runtime.controller;

import org.jspecify.annotations.NullMarked;
