package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Rules that several kinds share, and those of DeviceClasses. */
final class DeviceRules {
  private static final int MAX_SELECTORS = 32;
  private static final int MAX_CONFIGURATIONS = 32;
  private static final int MAX_EXPRESSION_LENGTH = 10 * 1024;
  private static final int MAX_IDENTIFIER_LENGTH = 32;
  private static final int MAX_NAME_LENGTH = 63;
  private static final int MAX_PARAMETERS_SIZE = 10 * 1024;

  private DeviceRules() {}

  static void classDefaults(ObjectNode deviceClass) {
    Meta.child(deviceClass, "spec");
  }

  static void deviceClass(Field deviceClass) {
    Field spec = deviceClass.get("spec");
    selectors(spec.get("selectors"));
    list(spec.get("config"), MAX_CONFIGURATIONS, DeviceRules::configuration);
    Field extended = spec.get("extendedResourceName");
    if (extended.isSet()
        && (!extended.text().contains("/")
            || extended.text().contains("kubernetes.io/")
            || !Formats.qualifiedName(extended.text()).isEmpty())) {
      extended.invalid("must be a valid extended resource name");
    }
  }

  /** Applies a rule to each item of a list with a maximum length. */
  static void list(Field list, int most, Consumer<Field> rule) {
    if (list.size() > most) {
      list.tooMany(most);
      return;
    }
    list.items().forEach(rule);
  }

  /** Like {@link #list}, for items with unique keys. */
  static void set(Field list, int most, Consumer<Field> rule, Function<Field, String> key) {
    if (most >= 0 && list.size() > most) {
      list.tooMany(most);
      return;
    }
    list.items().forEach(rule);
    var seen = new ArrayList<String>();
    for (Field item : list.items()) {
      String its = key.apply(item);
      if (seen.contains(its)) {
        item.with(its).duplicate();
      }
      seen.add(its);
    }
  }

  static void selectors(Field selectors) {
    list(
        selectors,
        MAX_SELECTORS,
        selector -> {
          if (!selector.has("cel")) {
            selector.get("cel").required();
          } else if (selector.text("cel.expression").length() > MAX_EXPRESSION_LENGTH) {
            selector.get("cel.expression").tooLong(MAX_EXPRESSION_LENGTH);
          } else {
            DeviceSelectors.check(selector.get("cel.expression"));
          }
        });
  }

  static void configuration(Field configuration) {
    Field opaque = configuration.get("opaque");
    if (!opaque.isSet()) {
      opaque.required();
      return;
    }
    driverName(opaque.get("driver"));
    raw(opaque.get("parameters"), MAX_PARAMETERS_SIZE);
  }

  static void raw(Field value, int largest) {
    if (!value.isSet()) {
      value.required();
    } else if (value.node().toString().length() > largest) {
      value.tooLong(largest);
    } else if (!value.node().isObject()) {
      value.invalid("<value omitted>", "must be a valid JSON object");
    }
  }

  static void driverName(Field name) {
    if (name.isEmpty()) {
      name.required();
      return;
    }
    if (name.text().length() > MAX_NAME_LENGTH) {
      name.tooLong(MAX_NAME_LENGTH);
    }
    name.matches(Formats::dnsSubdomain);
  }

  static void label(Field name) {
    name.with(name.text()).matches(Formats::dnsLabel);
  }

  static void poolName(Field name) {
    if (name.isEmpty()) {
      name.required();
      return;
    }
    if (name.text().length() > 253) {
      name.tooLong(253);
    }
    for (String part : name.text().split("/", -1)) {
      name.with(part).matches(Formats::dnsSubdomain);
    }
  }

  /** The name of an attribute or a capacity, with or without a domain. */
  static void qualified(Field place, String name) {
    String[] parts = name.split("/", -1);
    if (parts.length == 1) {
      identifier(place, parts[0]);
    } else if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        place.invalid("", "the domain must not be empty");
      } else {
        driverName(place.with(parts[0]));
      }
      if (parts[1].isEmpty()) {
        place.invalid("", "the name must not be empty");
      } else {
        identifier(place, parts[1]);
      }
    }
  }

  static void fullyQualified(Field place) {
    qualified(place, place.text());
    if (!place.text().contains("/")) {
      place.invalid("a fully qualified name must be a domain and a name separated by a slash");
    }
  }

  private static void identifier(Field place, String name) {
    if (name.length() > MAX_IDENTIFIER_LENGTH) {
      place.error(FieldError.tooLong(place.path(), MAX_IDENTIFIER_LENGTH));
    }
    place.with(name).matches(Formats::cIdentifier);
  }

  static void tolerations(Field tolerations) {
    for (Field toleration : tolerations.items()) {
      Field key = toleration.get("key");
      String operator = toleration.text("operator");
      if (!key.isEmpty()) {
        key.matches(Formats::qualifiedName);
      }
      switch (operator) {
        case "Exists" -> {
          if (!toleration.get("value").isEmpty()) {
            toleration.get("value").invalid("must be empty for operator `Exists`");
          }
        }
        case "Equal" -> toleration.get("value").matches(Formats::labelValue);
        case "" -> toleration.get("operator").required();
        default -> toleration.get("operator").unsupported("Equal", "Exists");
      }
      if (key.isEmpty() && !operator.equals("Exists")) {
        key.required("must not be empty when operator is not `Exists`");
      }
      if (!toleration.get("effect").isEmpty()) {
        toleration.get("effect").oneOf(List.of("NoExecute", "NoSchedule", "None"));
      }
    }
  }
}
