package io.coxswain.env;

import java.io.IOException;
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
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * Linux' {@code renameat2}, which the JDK has no method for: it exchanges two names, or takes a
 * name only if nobody has it. Where the system or its file system has no such thing, a plain move.
 */
final class Renames {
  private static final int HERE = -100; // AT_FDCWD: paths are not relative to a directory
  private static final int NO_REPLACE = 1;
  private static final int EXCHANGE = 2;

  private static final int ENOENT = 2;
  private static final int EINVAL = 22;
  private static final int ENOSYS = 38;
  private static final int ENOTSUP = 95;

  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final @Nullable Function RENAMEAT2 = find();

  private Renames() {}

  /**
   * The native function, public for the proxy alone; a call leaves the error's number in the state.
   */
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

  @SuppressWarnings("restricted") // the one call of the system that the JDK has no method for
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
      return null; // no native calls on this platform, or none allowed
    }
  }

  static Files.Swap swap(Path from, Path to) throws IOException {
    int problem = rename(from, to, EXCHANGE);
    if (problem == 0) {
      return Files.Swap.EXCHANGED;
    }
    if (problem == ENOENT && !java.nio.file.Files.exists(to)) {
      problem = rename(from, to, NO_REPLACE);
      if (problem == 0) {
        return Files.Swap.CREATED;
      }
    }
    if (problem != EINVAL && problem != ENOSYS && problem != ENOTSUP) {
      throw new IOException("cannot put " + from + " in place of " + to + ": error " + problem);
    }
    boolean was = java.nio.file.Files.exists(to);
    java.nio.file.Files.move(
        from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return was ? Files.Swap.OVERWRITTEN : Files.Swap.CREATED;
  }

  /** 0, or the number of the error. */
  private static int rename(Path from, Path to, int flags) {
    if (RENAMEAT2 == null) {
      return ENOSYS;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int result =
          RENAMEAT2.call(
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
