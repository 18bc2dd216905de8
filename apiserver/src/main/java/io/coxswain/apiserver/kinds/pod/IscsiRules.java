package io.coxswain.apiserver.kinds.pod;

import io.coxswain.apiserver.rules.Field;
import java.util.regex.Pattern;

/** The rules for iSCSI volumes. */
public final class IscsiRules {
  private static final Pattern IQN =
      Pattern.compile("iqn\\.\\d{4}-\\d{2}\\.([\\p{Alnum}\\-.]+)(:[^,;*&$|\\s]+)$");
  private static final Pattern EUI = Pattern.compile("^eui.\\p{Alnum}{16}$");
  private static final Pattern NAA = Pattern.compile("^naa.\\p{Alnum}{32}$");
  private static final int PORTAL_LIMIT = 64;
  private static final String TOO_LONG =
      "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if"
          + " iscsi.initiatorName is specified.";

  private IscsiRules() {}

  static void check(Field source) {
    source.get("targetPortal").isGiven();
    Field name = source.get("iqn");
    if (name.isGiven()) {
      initiator(name, name);
    }
    source.get("lun").between(0, 255);
    boolean secured =
        source.get("chapAuthDiscovery").isTrue() || source.get("chapAuthSession").isTrue();
    if (secured && !source.has("secretRef")) {
      source.get("secretRef").required();
    }
    if (source.has("initiatorName")) {
      initiator(
          source.get("initiatorName"),
          source.get("initiatorName").at(source.path() + ".initiatorname"));
    }
  }

  /**
   * The rules for a PersistentVolume, whose messages and order are others.
   *
   * @param volume its name
   */
  public static void persistent(Field source, String volume) {
    source.get("targetPortal").isGiven();
    boolean named = source.has("initiatorName");
    Field portal = source.get("targetPortal").orEmpty();
    if (named && (volume + ":" + portal.text()).length() > PORTAL_LIMIT) {
      portal.at(source.path() + ".targetportal").invalid(TOO_LONG);
    }
    if (source.get("iqn").isGiven() && !isValid(source.text("iqn"))) {
      source.get("iqn").invalid("must be valid format");
    }
    source.get("lun").between(0, 255);
    boolean secured =
        source.get("chapAuthDiscovery").isTrue() || source.get("chapAuthSession").isTrue();
    if (secured && !source.has("secretRef")) {
      source.get("secretRef").required();
    }
    if (source.has("secretRef")) {
      source.get("secretRef.name").isGiven();
    }
    if (named && !isValid(source.text("initiatorName"))) {
      source
          .get("initiatorName")
          .at(source.path() + ".initiatorname")
          .invalid("must be valid format");
    }
  }

  private static boolean isValid(String name) {
    if (!name.startsWith("iqn") && !name.startsWith("eui") && !name.startsWith("naa")) {
      return false;
    }
    Pattern form = name.startsWith("iqn") ? IQN : name.startsWith("eui") ? EUI : NAA;
    return form.matcher(name).find();
  }

  private static void initiator(Field name, Field at) {
    String text = name.text();
    if (!text.startsWith("iqn") && !text.startsWith("eui") && !text.startsWith("naa")) {
      at.invalid("must be valid format starting with iqn, eui, or naa");
      return;
    }
    if (!isValid(text)) {
      at.invalid("must be valid format");
    }
  }

  /** The initiator's name is derived from the volume's and the portal. */
  static void portal(Field volume) {
    String both = volume.text("name") + ":" + volume.text("iscsi.targetPortal");
    if (volume.has("iscsi.initiatorName") && both.length() > PORTAL_LIMIT) {
      volume.get("name").orEmpty().invalid(TOO_LONG);
    }
  }
}
