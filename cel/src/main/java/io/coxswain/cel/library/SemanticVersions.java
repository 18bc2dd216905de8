package io.coxswain.cel.library;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.TypeValue;
import java.util.List;
import java.util.regex.Pattern;

/** Versions of the form {@code 1.2.3-rc.1+build}. */
final class SemanticVersions {
  private static final OpaqueType TYPE = OpaqueType.create("kubernetes.Semver");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");
  private static final Pattern WORD = Pattern.compile("[0-9A-Za-z-]+");

  private SemanticVersions() {}

  private record Version(long major, long minor, long patch, List<String> pre, List<String> build)
      implements TypeValue.Named {
    @Override
    public String typeName() {
      return "kubernetes.Semver";
    }

    /** What comes after a plus sign does not count. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Version that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
      return java.util.Objects.hash(major, minor, patch, pre);
    }

    int compareTo(Version other) {
      int order = Long.compareUnsigned(major, other.major);
      order = order != 0 ? order : Long.compareUnsigned(minor, other.minor);
      order = order != 0 ? order : Long.compareUnsigned(patch, other.patch);
      if (order != 0 || (pre.isEmpty() && other.pre.isEmpty())) {
        return order;
      }
      if (pre.isEmpty() || other.pre.isEmpty()) {
        return pre.isEmpty() ? 1 : -1;
      }
      for (int i = 0; i < Math.min(pre.size(), other.pre.size()); i++) {
        order = comparePart(pre.get(i), other.pre.get(i));
        if (order != 0) {
          return order;
        }
      }
      return Integer.compare(pre.size(), other.pre.size());
    }

    private static int comparePart(String a, String b) {
      boolean x = NUMBER.matcher(a).matches();
      boolean y = NUMBER.matcher(b).matches();
      if (x && y) {
        return compareNumbers(withoutLeadingZeros(a), withoutLeadingZeros(b));
      }
      return x != y ? (x ? -1 : 1) : Integer.signum(a.compareTo(b));
    }

    /** Compares digits, of which there may be any number. */
    private static int compareNumbers(String a, String b) {
      return a.length() != b.length()
          ? Integer.compare(a.length(), b.length())
          : Integer.signum(a.compareTo(b));
    }

    private static String withoutLeadingZeros(String digits) {
      int start = 0;
      while (start < digits.length() - 1 && digits.charAt(start) == '0') {
        start++;
      }
      return digits.substring(start);
    }
  }

  static void register(Library library) {
    var text = SimpleType.STRING;
    var truth = SimpleType.BOOL;
    var number = SimpleType.INT;
    library
        .global("semver", "string_to_semver", TYPE, text)
        .global("semver", "string_bool_to_semver", TYPE, text, truth)
        .does("semver", SemanticVersions::parse)
        .global("isSemver", "is_semver_string", truth, text)
        .global("isSemver", "is_semver_string_bool", truth, text, truth)
        .does("isSemver", SemanticVersions::isVersion)
        .member("isGreaterThan", "semver_is_greater_than", truth, TYPE, TYPE)
        .does("isGreaterThan", a -> version(a[0]).compareTo(version(a[1])) > 0)
        .member("isLessThan", "semver_is_less_than", truth, TYPE, TYPE)
        .does("isLessThan", a -> version(a[0]).compareTo(version(a[1])) < 0)
        .member("compareTo", "semver_compare_to", number, TYPE, TYPE)
        .does("compareTo", a -> (long) version(a[0]).compareTo(version(a[1])))
        .member("major", "semver_major", number, TYPE)
        .does("major", a -> version(a[0]).major)
        .member("minor", "semver_minor", number, TYPE)
        .does("minor", a -> version(a[0]).minor)
        .member("patch", "semver_patch", number, TYPE)
        .does("patch", a -> version(a[0]).patch);
  }

  private static Version version(Object value) throws EvalException {
    if (value instanceof Version version) {
      return version;
    }
    throw EvalException.noSuchOverload();
  }

  private static Object isVersion(Object[] arguments) throws EvalException {
    Library.text(arguments[0]);
    try {
      parse(arguments);
      return true;
    } catch (EvalException e) {
      return false;
    }
  }

  private static Object parse(Object[] arguments) throws EvalException {
    String text = Library.text(arguments[0]);
    boolean lenient = arguments.length > 1 && Operators.bool(arguments[1]);
    return parse(lenient ? normal(text) : text);
  }

  /** Without a leading v and leading zeros, and with all three numbers. */
  private static String normal(String text) throws EvalException {
    String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].length() > 1) {
        String bare = parts[i].replaceFirst("^0+", "");
        parts[i] = bare.isEmpty() || !Character.isDigit(bare.charAt(0)) ? "0" + bare : bare;
      }
    }
    String last = parts[parts.length - 1];
    if (parts.length < 3 && (last.contains("+") || last.contains("-"))) {
      throw new EvalException("short version cannot contain PreRelease/Build meta data");
    }
    return String.join(".", parts) + ".0".repeat(3 - parts.length);
  }

  private static Version parse(String text) throws EvalException {
    if (text.isEmpty()) {
      throw new EvalException("Version string empty");
    }
    String[] parts = text.split("\\.", 3);
    if (parts.length != 3) {
      throw new EvalException("No Major.Minor.Patch elements found");
    }
    long major = number(parts[0], "major");
    long minor = number(parts[1], "minor");
    String patch = parts[2];
    List<String> build = List.of();
    List<String> pre = List.of();
    int plus = patch.indexOf('+');
    if (plus >= 0) {
      build = words(patch.substring(plus + 1), "Build meta data is empty", false);
      patch = patch.substring(0, plus);
    }
    int dash = patch.indexOf('-');
    if (dash >= 0) {
      pre = words(patch.substring(dash + 1), "Prerelease is empty", true);
      patch = patch.substring(0, dash);
    }
    return new Version(major, minor, number(patch, "patch"), pre, build);
  }

  private static long number(String text, String which) throws EvalException {
    if (!text.isEmpty() && !NUMBER.matcher(text).matches()) {
      throw new EvalException(
          "Invalid character(s) found in " + which + " number " + StringFunctions.quote(text));
    }
    if (text.length() > 1 && text.startsWith("0")) {
      String name = Character.toUpperCase(which.charAt(0)) + which.substring(1);
      throw new EvalException(
          name + " number must not contain leading zeroes " + StringFunctions.quote(text));
    }
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw new EvalException(
          "strconv.ParseUint: parsing "
              + StringFunctions.quote(text)
              + (text.isEmpty() ? ": invalid syntax" : ": value out of range"));
    }
  }

  private static List<String> words(String text, String empty, boolean pre) throws EvalException {
    List<String> words = List.of(text.split("\\.", -1));
    for (String word : words) {
      if (word.isEmpty()) {
        throw new EvalException(empty);
      }
      if (!WORD.matcher(word).matches()) {
        throw new EvalException(
            (pre
                    ? "Invalid character(s) found in prerelease "
                    : "Invalid character(s) found in build meta data ")
                + StringFunctions.quote(word));
      }
      if (pre && word.length() > 1 && word.startsWith("0") && NUMBER.matcher(word).matches()) {
        throw new EvalException(
            "Numeric PreRelease version must not contain leading zeroes "
                + StringFunctions.quote(word));
      }
    }
    return words;
  }
}
