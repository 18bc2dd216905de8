/**
 * Direct access to the properties of beans for Jackson.
 *
 * <p>Jackson calls getters, setters and constructors through reflection. Each call goes through a
 * method handle that the compiler does not know, which was a sixth of the processor time of
 * controllers. {@link io.coxswain.api.beans.DirectAccess} replaces an accessor by generated code
 * once it has been used often. Accessors that are used rarely, as all are during the start of a
 * program, stay as they are: generating one costs about as much as a thousand calls.
 */
@NullMarked
package io.coxswain.api.beans;

import org.jspecify.annotations.NullMarked;
