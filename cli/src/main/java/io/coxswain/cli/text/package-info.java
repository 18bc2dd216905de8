/** Layout of text for terminals. */
@NullMarked
package io.coxswain.cli.text;

import org.jspecify.annotations.NullMarked;
