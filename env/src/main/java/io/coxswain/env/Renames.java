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
 * Linux' {@code renameat2}, for which the JDK has no method: exchanges two names, or renames only
 * if the target does not exist. Falls back to a plain move where the operating system or the file
 * system does not support it.
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
      throw new IOException("cannot rename " + from + " to " + to + ": errno " + problem);
    }
    boolean targetExisted = java.nio.file.Files.exists(to);
    java.nio.file.Files.move(
        from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return targetExisted ? Files.Swap.OVERWRITTEN : Files.Swap.CREATED;
  }

  /** Returns 0 or errno. */
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
