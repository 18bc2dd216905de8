package io.coxswain.apiserver.kinds;

import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.table.BuiltInTables;
import io.coxswain.apiserver.table.TableFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Describes a kind, in the tables of built-in kinds and for CRDs. */
public final class KindBuilder {
  private static final List<String> READ_AND_WRITE = List.of("get", "patch", "update");

  private final ResourceType type;
  private final List<Subresource> subresources = new ArrayList<>();
  private String collection;
  private String singular;
  private List<String> shortNames = List.of();
  private List<String> categories = List.of();
  private static final List<String> CUSTOM_VERBS =
      List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");

  private List<String> verbs = ServedKind.ALL_VERBS;
  private NameRule names = NameRule.SUBDOMAIN;
  private Generation generation = Generation.NONE;
  private Strategy strategy = Strategy.plain();
  private @Nullable Conversion conversion;
  private Optional<Schema> schema = Optional.empty();
  private Optional<TableFormat> table = Optional.empty();
  private String deprecation = "";
  private boolean terminating;
  private ScaleFields scale = ScaleFields.BUILT_IN;
  private boolean custom;
  private boolean createOnUpdate;
  private boolean unconditionalUpdate = true;
  private boolean deleteReturnsObject;
  private boolean orphansByDefault;
  private MetadataChecks metadataChecks = MetadataChecks.BOTH;
  private UnownedFields unowned = UnownedFields.OTHER_HALF;

  private KindBuilder(ResourceType type) {
    this.type = type;
    this.collection = type.qualifiedPlural();
    this.singular = type.kind().toLowerCase(Locale.ROOT);
  }

  public static KindBuilder of(ResourceType type) {
    return new KindBuilder(type);
  }

  public static KindBuilder namespaced(String group, String version, String kind, String plural) {
    return of(new ResourceType(group, version, kind, plural, true));
  }

  public static KindBuilder cluster(String group, String version, String kind, String plural) {
    return of(new ResourceType(group, version, kind, plural, false));
  }

  public KindBuilder storedAs(String name, Conversion by) {
    collection = name;
    conversion = by;
    return this;
  }

  public KindBuilder table(TableFormat its) {
    table = Optional.of(its);
    return this;
  }

  public KindBuilder schema(Schema its) {
    schema = Optional.of(its);
    return this;
  }

  public KindBuilder singular(String name) {
    singular = name;
    return this;
  }

  public KindBuilder shortNames(List<String> some) {
    shortNames = List.copyOf(some);
    return this;
  }

  public KindBuilder shortNames(String... some) {
    return shortNames(List.of(some));
  }

  public KindBuilder categories(List<String> some) {
    categories = List.copyOf(some);
    return this;
  }

  /** In the category {@code all}. */
  public KindBuilder inAll() {
    return categories(List.of("all"));
  }

  public KindBuilder verbs(String... only) {
    verbs = List.of(only);
    return this;
  }

  public KindBuilder status() {
    subresources.add(new Subresource("status", type.apiVersion(), type.kind(), READ_AND_WRITE));
    return this;
  }

  public KindBuilder terminating(boolean is) {
    terminating = is;
    return this;
  }

  public KindBuilder deprecated(String warning) {
    deprecation = warning;
    return this;
  }

  public KindBuilder scale(ScaleFields fields) {
    scale = fields;
    return scale();
  }

  public KindBuilder scale() {
    subresources.add(new Subresource("scale", "autoscaling/v1", "Scale", READ_AND_WRITE));
    return this;
  }

  public KindBuilder subresource(String name, String apiVersion, String kind, String... itsVerbs) {
    subresources.add(new Subresource(name, apiVersion, kind, List.of(itsVerbs)));
    return this;
  }

  public KindBuilder names(NameRule rule) {
    names = rule;
    return this;
  }

  public KindBuilder generation(Generation rule) {
    generation = rule;
    return this;
  }

  public KindBuilder strategy(Strategy its) {
    strategy = its;
    return this;
  }

  /** Defined by a CRD; updates require a resourceVersion. */
  public KindBuilder custom() {
    custom = true;
    unconditionalUpdate = false;
    verbs = CUSTOM_VERBS;
    metadataChecks = MetadataChecks.CHANGES;
    return this;
  }

  public KindBuilder metadataChecks(MetadataChecks checks) {
    metadataChecks = checks;
    return this;
  }

  /** The fields that a write to the object does not own, instead of the status. */
  public KindBuilder unownedByObject(String... fields) {
    unowned = unowned.byObject(fields);
    return this;
  }

  /** The fields that a write to the status does not own, instead of the spec. */
  public KindBuilder unownedByStatus(String... fields) {
    unowned = unowned.byStatus(fields);
    return this;
  }

  public KindBuilder createdByPut() {
    createOnUpdate = true;
    return this;
  }

  public KindBuilder updatedOnlyAtRevision() {
    unconditionalUpdate = false;
    return this;
  }

  public KindBuilder returnedByDelete() {
    deleteReturnsObject = true;
    return this;
  }

  public KindBuilder orphansByDefault() {
    orphansByDefault = true;
    return this;
  }

  public ServedKind build() {
    return new ServedKind(
        type,
        new KindFacts(
            collection,
            singular,
            shortNames,
            categories,
            verbs,
            // Upstream lists those of custom kinds in the order of their creation.
            custom
                ? List.copyOf(subresources)
                : subresources.stream().sorted(Comparator.comparing(Subresource::name)).toList(),
            names,
            generation,
            custom,
            createOnUpdate,
            unconditionalUpdate,
            deleteReturnsObject,
            orphansByDefault,
            deprecation,
            terminating,
            metadataChecks,
            subresources.stream().anyMatch(s -> s.name().equals("status"))
                ? unowned
                : UnownedFields.NONE),
        strategy,
        conversion,
        schema.or(() -> BuiltInTypes.find(type.apiVersion(), type.kind())),
        table.orElseGet(() -> BuiltInTables.of(type.apiVersion(), type.kind())),
        scale);
  }
}
