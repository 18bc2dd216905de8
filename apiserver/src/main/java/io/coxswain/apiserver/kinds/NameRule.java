package io.coxswain.apiserver.kinds;

import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;

/** The syntax of names of a kind. */
public enum NameRule {
  SUBDOMAIN {
    @Override
    public List<String> problems(String name) {
      return Formats.dnsSubdomain(name);
    }
  },
  LABEL {
    @Override
    public List<String> problems(String name) {
      return Formats.dnsLabel(name);
    }
  },
  /** A label that begins with a letter: the original rule for Services. */
  DNS_1035 {
    @Override
    public List<String> problems(String name) {
      return Formats.dns1035Label(name);
    }
  },
  /** A valid path segment. */
  PATH_SEGMENT {
    @Override
    public List<String> problems(String name) {
      return Formats.pathSegment(name);
    }
  },
  /** Any name. */
  ANY {
    @Override
    public List<String> problems(String name) {
      return List.of();
    }
  },
  IP_ADDRESS {
    @Override
    public List<String> problems(String name) {
      return Ip.strict(name);
    }
  };

  /** The violations in upstream's words; empty if there are none. */
  public abstract List<String> problems(String name);
}
