package io.coxswain.cel.library;

import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import io.coxswain.cel.formats.FixedPattern;
import io.coxswain.cel.formats.GoUrl;
import io.coxswain.cel.formats.StringFormats;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.OptionalValue;
import io.coxswain.cel.value.PlainList;
import io.coxswain.cel.value.TypeValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Formats with a name, such as {@code dns1123Label}, that a text may have. */
public final class NamedFormats {
  private static final OpaqueType TYPE = OpaqueType.create("kubernetes.NamedFormat");
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String DOMAIN = LABEL + "(\\." + LABEL + ")*";
  private static final Pattern LABEL_1123 = Pattern.compile(LABEL);
  private static final Pattern LABEL_1035 = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final FixedPattern SUBDOMAIN = FixedPattern.of(DOMAIN);
  private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final Pattern QUALIFIED = Pattern.compile(NAME);
  private static final Pattern VALUE = Pattern.compile("(" + NAME + ")?");
  private static final Map<String, NamedFormat> ALL = new LinkedHashMap<>();

  /**
   * @param regexSize what a check costs depends on it
   */
  public record NamedFormat(String name, int regexSize, Function<String, List<String>> problems)
      implements TypeValue.Named {
    @Override
    public String typeName() {
      return "kubernetes.NamedFormat";
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof NamedFormat that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  static {
    add("dns1123Label", "DNS1123Label", 30, NamedFormats::label);
    add("dns1123Subdomain", "DNS1123Subdomain", 60, NamedFormats::subdomain);
    add("dns1035Label", "DNS1035Label", 30, NamedFormats::label1035);
    add("qualifiedName", "QualifiedName", 60, NamedFormats::qualifiedName);
    add("dns1123LabelPrefix", "DNS1123LabelPrefix", 30, text -> label(prefix(text)));
    add("dns1123SubdomainPrefix", "DNS1123SubdomainPrefix", 60, text -> subdomain(prefix(text)));
    add("dns1035LabelPrefix", "DNS1035LabelPrefix", 30, text -> label1035(prefix(text)));
    add("labelValue", "LabelValue", 40, NamedFormats::labelValue);
    add("uri", "URI", 1103, NamedFormats::uri);
    add("uuid", "uuid", 72, text -> known("uuid", text, "does not match the UUID format"));
    add("byte", "byte", 84, text -> known("byte", text, "invalid base64"));
    add("date", "date", 72, text -> known("date", text, "invalid date"));
    add("datetime", "datetime", 72, text -> known("date-time", text, "invalid datetime"));
  }

  private NamedFormats() {}

  private static void add(
      String key, String name, int regexSize, Function<String, List<String>> problems) {
    ALL.put(key, new NamedFormat(name, regexSize, problems));
  }

  static void register(Library library) {
    ALL.forEach(
        (name, format) ->
            library
                .global("format." + name, "format." + name, TYPE)
                .does("format." + name, _ -> format));
    library
        .global("format.named", "format-named", OptionalType.create(TYPE), SimpleType.STRING)
        .does("format.named", a -> OptionalValue.of(ALL.get(Library.text(a[0]))))
        .member(
            "validate",
            "format-validate",
            OptionalType.create(ListType.create(SimpleType.STRING)),
            TYPE,
            SimpleType.STRING)
        .does("validate", a -> validate(a[0], Library.text(a[1])));
  }

  private static Object validate(Object value, String text) throws EvalException {
    if (!(value instanceof NamedFormat format)) {
      throw EvalException.noSuchOverload();
    }
    List<String> problems = format.problems.apply(text);
    return problems.isEmpty() ? OptionalValue.NONE : OptionalValue.of(PlainList.of(problems));
  }

  /** A prefix may end in a dash, since more comes after it. */
  private static String prefix(String text) {
    return text.length() > 1 && text.endsWith("-")
        ? text.substring(0, text.length() - 2) + "a"
        : text;
  }

  private static List<String> label(String text) {
    var problems = tooLong(text, 63);
    if (!LABEL_1123.matcher(text).matches()) {
      problems.add(
          SUBDOMAIN.matches(text)
              ? "must not contain dots"
              : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or"
                  + " '-', and must start and end with an alphanumeric character (e.g. 'my-name', "
                  + " or '123-abc', regex used for validation is '"
                  + LABEL
                  + "')");
    }
    return problems;
  }

  private static List<String> label1035(String text) {
    var problems = tooLong(text, 63);
    if (!LABEL_1035.matcher(text).matches()) {
      problems.add(
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
              + " an alphabetic character, and end with an alphanumeric character (e.g. 'my-name', "
              + " or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')");
    }
    return problems;
  }

  private static List<String> subdomain(String text) {
    var problems = tooLong(text, 253);
    if (!SUBDOMAIN.matches(text)) {
      problems.add(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
              + " or '.', and must start and end with an alphanumeric character (e.g."
              + " 'example.com', regex used for validation is '"
              + DOMAIN
              + "')");
    }
    return problems;
  }

  private static List<String> qualifiedName(String text) {
    String[] parts = text.split("/", -1);
    var problems = new ArrayList<String>();
    String name = parts[parts.length - 1];
    String rule =
        "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end"
            + " with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex"
            + " used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    if (parts.length > 2) {
      problems.add(
          "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must"
              + " start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or"
              + " '123-abc', regex used for validation is"
              + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix"
              + " and '/' (e.g. 'example.com/MyName')");
      return problems;
    }
    if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        problems.add("prefix part must be non-empty");
      } else {
        subdomain(parts[0]).forEach(problem -> problems.add("prefix part " + problem));
      }
    }
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    } else if (name.length() > 63) {
      problems.add("name part must be no more than 63 bytes");
    }
    if (!QUALIFIED.matcher(name).matches()) {
      problems.add(rule);
    }
    return problems;
  }

  private static List<String> labelValue(String text) {
    var problems = new ArrayList<String>();
    if (text.length() > 63) {
      problems.add("must be no more than 63 bytes");
    }
    if (!VALUE.matcher(text).matches()) {
      problems.add(
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
              + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
              + " 'my_value',  or '12345', regex used for validation is"
              + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    }
    return problems;
  }

  private static List<String> uri(String text) {
    try {
      GoUrl.ofRequest(text);
      return List.of();
    } catch (IllegalArgumentException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  private static List<String> known(String format, String text, String problem) {
    return StringFormats.accepts(format, text) ? List.of() : List.of(problem);
  }

  private static List<String> tooLong(String text, int most) {
    var problems = new ArrayList<String>();
    if (text.length() > most) {
      problems.add("must be no more than " + most + " bytes");
    }
    return problems;
  }
}
