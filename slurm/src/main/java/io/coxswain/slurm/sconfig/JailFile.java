package io.coxswain.slurm.sconfig;

import java.util.Arrays;

/**
 * A file as it should be.
 *
 * @param mode its permissions, such as 0644
 */
record JailFile(byte[] content, int mode) {
  @Override
  public boolean equals(Object other) {
    return other instanceof JailFile file
        && mode == file.mode
        && Arrays.equals(content, file.content);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(content) + mode;
  }

  @Override
  public String toString() {
    return content.length + " bytes, mode 0" + Integer.toOctalString(mode);
  }
}
