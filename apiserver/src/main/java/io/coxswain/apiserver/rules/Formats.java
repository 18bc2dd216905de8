package io.coxswain.apiserver.rules;

import io.coxswain.cel.formats.FixedPattern;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The text formats of the API. Each returns the violations; an empty list if there are none. */
public final class Formats {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String UNDERSCORE_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
  private static final String QUALIFIED = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String LABEL_VALUE = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";

  private static final Form DNS_LABEL =
      new Form(
          "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-',"
              + " and must start and end with an alphanumeric character",
          LABEL,
          Characters::isLabel,
          "my-name",
          "123-abc");
  private static final Form DNS_SUBDOMAIN =
      new Form(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
              + " or '.', and must start and end with an alphanumeric character",
          LABEL + "(\\." + LABEL + ")*",
          Characters::isSubdomain,
          "example.com");
  private static final Form DNS_SUBDOMAIN_UNDERSCORE =
      new Form(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_',"
              + " '-' or '.', and must start and end with an alphanumeric character",
          UNDERSCORE_LABEL + "(\\." + UNDERSCORE_LABEL + ")*",
          "example.com");
  private static final Form WILDCARD_SUBDOMAIN =
      new Form(
          "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain,"
              + " which must consist of lower case alphanumeric characters, '-' or '.' and end with"
              + " an alphanumeric character",
          "\\*\\." + LABEL + "(\\." + LABEL + ")*",
          "*.example.com");
  private static final Form DNS_1035 =
      new Form(
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
              + " an alphabetic character, and end with an alphanumeric character",
          "[a-z]([-a-z0-9]*[a-z0-9])?",
          "my-name",
          "abc-123");
  private static final Form NAME_PART =
      new Form(
          "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and"
              + " end with an alphanumeric character",
          QUALIFIED,
          Characters::isQualified,
          "MyName",
          "my.name",
          "123-abc");
  private static final Form VALUE =
      new Form(
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
              + " '.', and must start and end with an alphanumeric character",
          LABEL_VALUE,
          text -> text.isEmpty() || Characters.isQualified(text),
          "MyValue",
          "my_value",
          "12345");
  private static final Form PERCENT =
      new Form(
          "a valid percent string must be a numeric string followed by an ending '%'",
          "[0-9]+%", "1%", "93%");
  private static final Form HEADER =
      new Form(
          "a valid HTTP header must consist of alphanumeric characters or '-'",
          "[-A-Za-z0-9]+",
          "X-Header-Name");
  private static final Form CONFIG_KEY =
      new Form(
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
          "[-._a-zA-Z0-9]+",
          "key.name",
          "KEY_NAME",
          "key-name");
  private static final Form C_IDENTIFIER =
      new Form(
          "a valid C identifier must start with alphabetic character or '_', followed by a string"
              + " of alphanumeric characters or '_'",
          "[A-Za-z_][A-Za-z0-9_]*",
          "my_name",
          "MY_NAME",
          "MyName");
  private static final Form URL_PATH = new Form("Invalid path", "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");
  private static final Form REASON =
      new Form(
          "a condition reason must start with alphabetic character, optionally followed by a string"
              + " of alphanumeric characters or '_,:', and must end with an alphanumeric character"
              + " or '_'",
          "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?",
          "my_name",
          "MY_NAME",
          "MyName",
          "ReasonA,ReasonB",
          "ReasonA:ReasonB");
  private static final Pattern PORT_NAME = Pattern.compile("[-a-z0-9]+");
  private static final Pattern LETTER = Pattern.compile("[a-z]");

  private Formats() {}

  /** A regular expression with the error for texts that do not match. */
  private record Form(Predicate<String> rule, String problem) {
    Form(String rule, String regex, String... examples) {
      this(rule, regex, FixedPattern.of(regex)::matches, examples);
    }

    /**
     * @param same matches the same texts as the regular expression, faster
     */
    Form(String rule, String regex, Predicate<String> same, String... examples) {
      this(same, rule + examples(examples) + "'" + regex + "')");
    }

    private static String examples(String... examples) {
      if (examples.length == 0) {
        return " (regex used for validation is ";
      }
      return " (e.g. '" + String.join("',  or '", examples) + "', regex used for validation is ";
    }

    boolean fits(String text) {
      return rule.test(text);
    }

    void check(String text, List<String> problems) {
      if (!fits(text)) {
        problems.add(problem);
      }
    }
  }

  private static List<String> form(String text, int most, Form form) {
    var problems = new ArrayList<String>();
    if (bytes(text) > most) {
      problems.add("must be no more than " + most + " characters");
    }
    form.check(text, problems);
    return problems;
  }

  private static int bytes(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 128) {
        return text.getBytes(StandardCharsets.UTF_8).length;
      }
    }
    return text.length();
  }

  public static List<String> dnsLabel(String text) {
    if (!DNS_LABEL.fits(text) && DNS_SUBDOMAIN.fits(text)) {
      var problems = new ArrayList<String>();
      if (bytes(text) > 63) {
        problems.add("must be no more than 63 characters");
      }
      problems.add("must not contain dots");
      return problems;
    }
    return form(text, 63, DNS_LABEL);
  }

  public static List<String> dnsSubdomain(String text) {
    return form(text, 253, DNS_SUBDOMAIN);
  }

  public static List<String> dnsSubdomainWithUnderscore(String text) {
    return form(text, 253, DNS_SUBDOMAIN_UNDERSCORE);
  }

  public static List<String> wildcardSubdomain(String text) {
    return form(text, 253, WILDCARD_SUBDOMAIN);
  }

  /** A label that begins with a letter. */
  public static List<String> dns1035Label(String text) {
    return form(text, 63, DNS_1035);
  }

  /** A key such as {@code example.com/part}. */
  public static List<String> qualifiedName(String key) {
    var problems = new ArrayList<String>();
    String[] parts = key.split("/", -1);
    if (parts.length > 2) {
      problems.add(
          "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must"
              + " start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or"
              + " '123-abc', regex used for validation is '"
              + QUALIFIED
              + "') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
      return problems;
    }
    String name = parts[parts.length - 1];
    if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        problems.add("prefix part must be non-empty");
      } else {
        dnsSubdomain(parts[0])
            .forEach(p -> problems.add("prefix part " + p.replace("253 characters", "253 bytes")));
      }
    }
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    } else if (bytes(name) > 63) {
      problems.add("name part must be no more than 63 bytes");
    }
    NAME_PART.check(name, problems);
    return problems;
  }

  public static List<String> labelValue(String text) {
    var problems = new ArrayList<String>();
    if (bytes(text) > 63) {
      problems.add("must be no more than 63 bytes");
    }
    VALUE.check(text, problems);
    return problems;
  }

  public static List<String> portName(String text) {
    var problems = new ArrayList<String>();
    if (bytes(text) > 15) {
      problems.add("must be no more than 15 characters");
    }
    if (!PORT_NAME.matcher(text).matches()) {
      problems.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    }
    if (!LETTER.matcher(text).find()) {
      problems.add("must contain at least one letter (a-z)");
    }
    if (text.contains("--")) {
      problems.add("must not contain consecutive hyphens");
    }
    if (text.startsWith("-") || text.endsWith("-")) {
      problems.add("must not begin or end with a hyphen");
    }
    return problems;
  }

  public static List<String> percent(String text) {
    return form(text, Integer.MAX_VALUE, PERCENT);
  }

  public static List<String> httpHeaderName(String text) {
    return form(text, Integer.MAX_VALUE, HEADER);
  }

  public static List<String> cIdentifier(String text) {
    return form(text, Integer.MAX_VALUE, C_IDENTIFIER);
  }

  /** The reason of a condition. */
  public static List<String> reason(String text) {
    return form(text, Integer.MAX_VALUE, REASON);
  }

  public static List<String> environmentVariable(String text) {
    if (text.isEmpty()) {
      return List.of("environment variable name must be non-empty");
    }
    return isPrintable(text)
        ? List.of()
        : List.of(
            "a valid environment variable name must consist only of printable ASCII characters"
                + " other than '='");
  }

  private static boolean isPrintable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= 127 || c == '=') {
        return false;
      }
    }
    return true;
  }

  public static List<String> configMapKey(String text) {
    List<String> problems = form(text, 253, CONFIG_KEY);
    switch (text) {
      case ".", ".." -> problems.add("must not be '" + text + "'");
      default -> {
        if (text.startsWith("..")) {
          problems.add("must not start with '..'");
        }
      }
    }
    return problems;
  }

  /** Such as {@code acme.io/foo}; adds errors about its parts to the field. */
  public static void domainPrefixedPath(Field field) {
    if (!field.isGiven()) {
      return;
    }
    int slash = field.text().indexOf('/');
    if (slash <= 0 || slash == field.text().length() - 1) {
      field.invalid("must be a domain-prefixed path (such as \"acme.io/foo\")");
      return;
    }
    field.with(field.text().substring(0, slash)).matches(Formats::dnsSubdomain);
    field
        .with(field.text().substring(slash + 1))
        .matches(path -> form(path, Integer.MAX_VALUE, URL_PATH));
  }

  /** A valid path segment. */
  public static List<String> pathSegment(String text) {
    if (text.equals(".") || text.equals("..")) {
      return List.of("may not be '" + text + "'");
    }
    var problems = new ArrayList<String>();
    for (String mark : List.of("/", "%")) {
      if (text.contains(mark)) {
        problems.add("may not contain '" + mark + "'");
      }
    }
    return problems;
  }

  /** A prefix of generated names: a dash at its end is allowed because more follows. */
  public static String prefix(String text) {
    return text.length() > 1 && text.endsWith("-")
        ? text.substring(0, text.length() - 2) + "a"
        : text;
  }
}
