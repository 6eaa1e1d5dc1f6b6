package comity.sessions;

import comity.control.ConfigFault;
import comity.control.ConfigValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * All makers of agents that are known, by name, in the order of the files that name them. There is
 * always one named {@code custom}, for whatever is none of the others.
 */
public final class Providers {
  /** More than there are; each costs a line of every list. */
  static final int MOST = 100;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

  private final Map<String, Provider> byName;

  private Providers(Map<String, Provider> byName) {
    this.byName = Collections.unmodifiableMap(byName);
  }

  /** None but {@code custom}. */
  public static Providers none() {
    return new Providers(Map.of(Provider.CUSTOM, Provider.unknown(Provider.CUSTOM)));
  }

  /**
   * What a file says in addition: a table each, which gives a provider that is known other values
   * key by key, or names another one.
   *
   * @param file of {@code providers.toml}
   * @param faults takes what is wrong; the rest counts
   */
  public Providers with(ConfigValue.Table file, List<ConfigFault> faults) {
    Map<String, Provider> all = new LinkedHashMap<>(byName);
    for (Map.Entry<String, ConfigValue> entry : file.members().entrySet()) {
      String name = entry.getKey();
      ConfigValue value = entry.getValue();
      Optional<String> wrong =
          !NAME.matcher(name).matches()
              ? Optional.of("is no name: small letters, digits and -, 32 at most")
              : !all.containsKey(name) && all.size() >= MOST
                  ? Optional.of("is one provider too many; " + MOST + " are taken")
                  : value instanceof ConfigValue.Table
                      ? Optional.empty()
                      : Optional.of("must be a table: [" + name + "]");
      if (wrong.isPresent()) {
        faults.add(new ConfigFault(value.line(), value.column(), name, wrong.get()));
      } else if (value instanceof ConfigValue.Table table) {
        Provider base = all.getOrDefault(name, Provider.unknown(name));
        all.put(name, new ProviderTable(name, table, faults).read(base));
      }
    }
    return new Providers(all);
  }

  /** All of them. */
  public List<Provider> all() {
    return List.copyOf(byName.values());
  }

  /** The one of that name. */
  public Optional<Provider> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** What is none of the others. */
  public Provider custom() {
    return byName.getOrDefault(Provider.CUSTOM, Provider.unknown(Provider.CUSTOM));
  }

  /** The names of all their programs. */
  public Set<String> programs() {
    return byName.values().stream()
        .flatMap(each -> each.programs().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whose program a command runs; {@code custom} where it is nobody's or can't be told. */
  public Provider infer(CommandForm command) {
    // What a file added last counts first: a person's own before those that come with Comity.
    List<Provider> latest = new ArrayList<>(byName.values()).reversed();
    return command
        .program()
        .flatMap(program -> latest.stream().filter(each -> each.isProgram(program)).findFirst())
        .orElseGet(this::custom);
  }
}
