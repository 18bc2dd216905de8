package io.coxswain.runtime.sharding;

import io.coxswain.api.sharding.ShardSelector;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the Leases of a program with shards: {@code <id>-shard-<number>-of-<count>} and
 * {@code <id>-member-<hash of the identity>-of-<count>}.
 *
 * @param id the name of the program's own Lease
 * @param count the number of shards
 */
record ShardLeaseNames(String id, int count) {
  private static final Pattern REST =
      Pattern.compile("-(?:shard-([0-9]{1,9})|member-([0-9a-f]{16}))-of-([0-9]{1,9})");

  /** What a Lease is for. */
  sealed interface Purpose {
    /** The leader of the program, or all of a program without shards. */
    record Program() implements Purpose {}

    record Shard(int number, int count) implements Purpose {}

    record Member(String hash, int count) implements Purpose {}
  }

  String shard(int number) {
    return id + "-shard-" + number + "-of-" + count;
  }

  String member(String identity) {
    return id + "-member-" + hash(identity) + "-of-" + count;
  }

  static String hash(String identity) {
    return String.format("%016x", ShardSelector.hash(identity));
  }

  /** Empty for the Lease of another program. */
  Optional<Purpose> parse(String name) {
    if (!name.startsWith(id)) {
      return Optional.empty();
    }
    if (name.length() == id.length()) {
      return Optional.of(new Purpose.Program());
    }
    Matcher rest = REST.matcher(name).region(id.length(), name.length());
    if (!rest.matches()) {
      return Optional.empty();
    }
    int of = Integer.parseInt(rest.group(3));
    return Optional.of(
        rest.group(1) == null
            ? new Purpose.Member(rest.group(2), of)
            : new Purpose.Shard(Integer.parseInt(rest.group(1)), of));
  }
}
