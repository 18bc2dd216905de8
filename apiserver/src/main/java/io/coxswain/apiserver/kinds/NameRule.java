package io.coxswain.apiserver.kinds;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What names of a kind must look like. */
public enum NameRule {
  SUBDOMAIN {
    @Override
    public List<String> problems(String name) {
      return subdomain(name);
    }
  },
  LABEL {
    @Override
    public List<String> problems(String name) {
      return label(name);
    }
  },
  /** A label that begins with a letter: the old rule for Services. */
  DNS_1035 {
    @Override
    public List<String> problems(String name) {
      var problems = new ArrayList<String>();
      if (name.length() > 63) {
        problems.add("must be no more than 63 characters");
      }
      if (!LABEL_1035.matcher(name).matches()) {
        problems.add(
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
                + " an alphabetic character, and end with an alphanumeric character (e.g. "
                + "'my-name',  or 'abc-123', regex used for validation is"
                + " '[a-z]([-a-z0-9]*[a-z0-9])?')");
      }
      return problems;
    }
  },
  /** Anything that can stand between two slashes of a path. */
  PATH_SEGMENT {
    @Override
    public List<String> problems(String name) {
      if (name.equals(".") || name.equals("..")) {
        return List.of("may not be '" + name + "'");
      }
      var problems = new ArrayList<String>();
      if (name.contains("/")) {
        problems.add("may not contain '/'");
      }
      if (name.contains("%")) {
        problems.add("may not contain '%'");
      }
      return problems;
    }
  };

  private static final String LABEL_REGEX = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern LABEL_1123 = Pattern.compile(LABEL_REGEX);
  private static final Pattern LABEL_1035 = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern SUBDOMAIN_1123 =
      Pattern.compile(LABEL_REGEX + "(\\." + LABEL_REGEX + ")*");

  /** What is wrong with the name, in upstream's words; empty when nothing is. */
  public abstract List<String> problems(String name);

  public static List<String> subdomain(String name) {
    var problems = new ArrayList<String>();
    if (name.length() > 253) {
      problems.add("must be no more than 253 characters");
    }
    if (!SUBDOMAIN_1123.matcher(name).matches()) {
      problems.add(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
              + " or '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
              + " regex used for validation is"
              + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
    }
    return problems;
  }

  public static List<String> label(String name) {
    var problems = new ArrayList<String>();
    if (name.length() > 63) {
      problems.add("must be no more than 63 characters");
    }
    if (name.contains(".")) {
      problems.add("must not contain dots");
    } else if (!LABEL_1123.matcher(name).matches()) {
      problems.add(
          "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
              + " must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc',"
              + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')");
    }
    return problems;
  }
}
