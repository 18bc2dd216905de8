package io.coxswain.env;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The native call of {@link Renames}. It is loaded only on Java 22 and later, which have native
 * calls.
 */
final class NativeRename {
  private static final int HERE = -100; // AT_FDCWD: paths are not relative to a directory

  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final @Nullable Function RENAMEAT2 = find();

  private NativeRename() {}

  /** The native function, public only for the proxy; a call stores errno in the capture state. */
  @FunctionalInterface
  public interface Function {
    int call(
        MemorySegment state,
        int fromDirectory,
        MemorySegment from,
        int toDirectory,
        MemorySegment to,
        int flags);
  }

  @SuppressWarnings("restricted") // the only system call for which the JDK has no method
  private static @Nullable Function find() {
    try {
      Linker linker = Linker.nativeLinker();
      return linker
          .defaultLookup()
          .find("renameat2")
          .map(
              address ->
                  linker.downcallHandle(
                      address,
                      FunctionDescriptor.of(
                          ValueLayout.JAVA_INT,
                          ValueLayout.JAVA_INT,
                          ValueLayout.ADDRESS,
                          ValueLayout.JAVA_INT,
                          ValueLayout.ADDRESS,
                          ValueLayout.JAVA_INT),
                      Linker.Option.captureCallState("errno")))
          .map(handle -> MethodHandleProxies.asInterfaceInstance(Function.class, handle))
          .orElse(null);
    } catch (UnsupportedOperationException | IllegalCallerException e) {
      return null; // no native calls on this platform, or not permitted
    }
  }

  static boolean isAvailable() {
    return RENAMEAT2 != null;
  }

  /** Returns 0 or errno. */
  static int rename(Path from, Path to, int flags) {
    Function function = Objects.requireNonNull(RENAMEAT2);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int result =
          function.call(
              state,
              HERE,
              arena.allocateFrom(from.toAbsolutePath().toString()),
              HERE,
              arena.allocateFrom(to.toAbsolutePath().toString()),
              flags);
      return result == 0 ? 0 : (int) ERRNO.get(state, 0L);
    }
  }
}
