package io.coxswain.apiserver.kinds;

import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;

/** What names of a kind must look like. */
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
  /** A label that begins with a letter: the old rule for Services. */
  DNS_1035 {
    @Override
    public List<String> problems(String name) {
      return Formats.dns1035Label(name);
    }
  },
  /** Anything that can stand between two slashes of a path. */
  PATH_SEGMENT {
    @Override
    public List<String> problems(String name) {
      return Formats.pathSegment(name);
    }
  },
  /** Nothing is asked of a name. */
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

  /** What is wrong with the name, in upstream's words; empty when nothing is. */
  public abstract List<String> problems(String name);
}
