package io.coxswain.jobset;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Kubernetes' rules for names; each returns the errors in Kubernetes' words. */
final class NameRules {
  static final String TOO_LONG_FOR_LABEL = "must be no more than 63 characters";

  private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN_1123 =
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
  private static final String LABEL_VALUE = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";
  private static final String HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

  private NameRules() {}

  static List<String> label1035(String value) {
    return check(
        value,
        63,
        LABEL_1035,
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
            + " alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
            + " 'abc-123', ");
  }

  static List<String> subdomain1123(String value) {
    return check(
        value,
        253,
        SUBDOMAIN_1123,
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
            + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', ");
  }

  static List<String> labelValue(String value) {
    return check(
        value,
        63,
        LABEL_VALUE,
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
            + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
            + " 'my_value',  or '12345', ");
  }

  static List<String> httpPath(String value) {
    return check(value, Integer.MAX_VALUE, HTTP_PATH, "Invalid path (");
  }

  private static List<String> check(String value, int max, String regex, String text) {
    var wrong = new ArrayList<String>();
    if (value.length() > max) {
      wrong.add("must be no more than " + max + " characters");
    }
    if (!Pattern.matches(regex, value)) {
      wrong.add(text + "regex used for validation is '" + regex + "')");
    }
    return wrong;
  }
}
