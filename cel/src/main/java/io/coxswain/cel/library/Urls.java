package io.coxswain.cel.library;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.coxswain.cel.formats.GoUrl;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.PlainList;
import io.coxswain.cel.value.PlainMap;
import io.coxswain.cel.value.TypeValue;
import java.util.LinkedHashMap;

/** URLs and their parts. */
final class Urls {
  private static final OpaqueType TYPE = OpaqueType.create("kubernetes.URL");

  private Urls() {}

  private record Url(GoUrl url) implements TypeValue.Named {
    @Override
    public String typeName() {
      return "kubernetes.URL";
    }
  }

  /** A part of a URL. */
  @FunctionalInterface
  private interface Part {
    Object of(GoUrl url);
  }

  static void register(Library library) {
    library
        .global("url", "string_to_url", TYPE, SimpleType.STRING)
        .does("url", a -> url(Library.text(a[0])))
        .global("isURL", "is_url_string", SimpleType.BOOL, SimpleType.STRING)
        .does("isURL", a -> GoUrl.isRequest(Library.text(a[0])));
    part(library, "getScheme", "url_get_scheme", GoUrl::scheme);
    part(library, "getHost", "url_get_host", GoUrl::host);
    part(library, "getHostname", "url_get_hostname", GoUrl::hostname);
    part(library, "getPort", "url_get_port", GoUrl::port);
    part(library, "getEscapedPath", "url_get_escaped_path", GoUrl::escapedPath);
    library
        .member(
            "getQuery",
            "url_get_query",
            MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING)),
            TYPE)
        .does("getQuery", a -> query(parts(a[0])));
  }

  private static void part(Library library, String name, String id, Part part) {
    library
        .member(name, id, SimpleType.STRING, TYPE)
        .does(name, arguments -> part.of(parts(arguments[0])));
  }

  private static GoUrl parts(Object value) throws EvalException {
    if (value instanceof Url url) {
      return url.url;
    }
    throw EvalException.noSuchOverload();
  }

  private static Object url(String text) throws EvalException {
    try {
      return new Url(GoUrl.ofRequest(text));
    } catch (IllegalArgumentException e) {
      throw new EvalException("URL parse error during conversion from string: " + e.getMessage());
    }
  }

  private static Object query(GoUrl url) {
    var entries = new LinkedHashMap<Object, Object>();
    url.query().forEach((name, values) -> entries.put(name, PlainList.of(values)));
    return new PlainMap(entries);
  }
}
