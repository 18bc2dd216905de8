package io.coxswain.apiserver.kinds;

/**
 * How often metadata is validated. Upstream applies the same rules in several places, once for all
 * kinds and again for some; a rejection lists the causes of each.
 *
 * @param changes additional checks of an update as a change of metadata
 * @param wholes additional checks of an update as any metadata
 * @param statusChanges like {@code changes}, for updates of the status
 * @param last whether the metadata of a new object is checked only if everything else is valid
 */
public record MetadataChecks(int changes, int wholes, int statusChanges, boolean last) {
  /** Most kinds. */
  public static final MetadataChecks BOTH = new MetadataChecks(1, 1, 1, false);

  public static final MetadataChecks CHANGES = new MetadataChecks(1, 0, 1, false);
  public static final MetadataChecks WHOLE = new MetadataChecks(0, 1, 1, false);
  public static final MetadataChecks WHOLE_TWICE = new MetadataChecks(0, 2, 1, false);
  public static final MetadataChecks NEITHER = new MetadataChecks(0, 0, 1, false);

  public MetadataChecks withoutStatus() {
    return new MetadataChecks(changes, wholes, 0, last);
  }

  public MetadataChecks onlyIfOtherwiseValid() {
    return new MetadataChecks(changes, wholes, statusChanges, true);
  }
}
