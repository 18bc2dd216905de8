package io.coxswain.cel.library;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import io.coxswain.cel.formats.Patterns;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.PlainList;
import java.util.ArrayList;
import java.util.List;

/** Searching with regular expressions of RE2. */
public final class RegexFunctions {
  private RegexFunctions() {}

  static void register(Library library) {
    var text = SimpleType.STRING;
    var texts = ListType.create(text);
    library
        .member("find", "string_find_string", text, text, text)
        .does("find", a -> find(Library.text(a[0]), Library.text(a[1])))
        .member("findAll", "string_find_all_string", texts, text, text)
        .member("findAll", "string_find_all_string_int", texts, text, text, SimpleType.INT)
        .does(
            "findAll",
            a ->
                findAll(
                    Library.text(a[0]),
                    Library.text(a[1]),
                    a.length > 2 ? Library.integer(a[2]) : -1));
  }

  public static boolean matches(String text, String regex) throws EvalException {
    try {
      return bounded(Patterns.of(regex), text).matcher(text).find();
    } catch (PatternSyntaxException e) {
      throw new EvalException(String.valueOf(e.getMessage()));
    }
  }

  private static Pattern bounded(Pattern pattern, String text) throws EvalException {
    if (Patterns.isTooCostly(pattern, text)) {
      throw new EvalException("regular expression is too large for a text of this length");
    }
    return pattern;
  }

  private static Pattern compile(String text, String regex) throws EvalException {
    try {
      return bounded(Patterns.of(regex), text);
    } catch (PatternSyntaxException e) {
      throw new EvalException("Illegal regex: " + e.getMessage());
    }
  }

  private static Object find(String text, String regex) throws EvalException {
    var matcher = compile(text, regex).matcher(text);
    return matcher.find() ? matcher.group() : "";
  }

  private static Object findAll(String text, String regex, long most) throws EvalException {
    var matcher = compile(text, regex).matcher(text);
    List<Object> found = new ArrayList<>();
    while ((most < 0 || found.size() < most) && matcher.find()) {
      found.add(matcher.group());
    }
    return PlainList.of(found);
  }
}
