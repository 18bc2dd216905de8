package io.coxswain.env;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Linux' {@code renameat2}, for which the JDK has no method: exchanges two names, or renames only
 * if the target does not exist. Falls back to a plain move where the operating system, the file
 * system or the JDK (before 22) does not support it.
 */
final class Renames {
  private static final int NO_REPLACE = 1;
  private static final int EXCHANGE = 2;

  private static final int ENOENT = 2;
  private static final int EINVAL = 22;
  private static final int ENOSYS = 38;
  private static final int ENOTSUP = 95;

  private static final boolean NATIVE =
      Runtime.version().feature() >= 22 && NativeRename.isAvailable();

  private Renames() {}

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
    return NATIVE ? NativeRename.rename(from, to, flags) : ENOSYS;
  }
}
