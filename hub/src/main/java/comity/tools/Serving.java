package comity.tools;

import comity.json.JsonObject;
import comity.mcp.Implementation;
import comity.mcp.Revision;
import java.util.Set;

/** What all connections of one process share: who serves, and what. */
public final class Serving {
  private final Offers offers;
  private final Implementation self;
  private final String instructions;
  private final StateSeal seal = new StateSeal(System::nanoTime);

  /**
   * A server of these offers.
   *
   * @param self how it names itself
   * @param instructions what a model should know to use it well; may be empty
   */
  public Serving(Offers offers, Implementation self, String instructions) {
    this.offers = offers;
    this.self = self;
    this.instructions = instructions;
  }

  Offer offer(Principal principal) {
    return offers.to(principal);
  }

  Implementation self() {
    return self;
  }

  StateSeal seal() {
    return seal;
  }

  JsonObject withInstructions(JsonObject result) {
    return instructions.isEmpty() ? result : result.with("instructions", instructions);
  }

  /** The server capabilities of an offer, as that revision has them. */
  static JsonObject capabilities(Set<Ability> abilities, Revision revision) {
    JsonObject none = JsonObject.empty();
    boolean changes = abilities.contains(Ability.CHANGES);
    JsonObject listed = changes ? none.with("listChanged", true) : none;
    JsonObject all = none;
    if (abilities.contains(Ability.TOOLS)) {
      all = all.with("tools", listed);
    }
    if (abilities.contains(Ability.PROMPTS)) {
      all = all.with("prompts", listed);
    }
    if (abilities.contains(Ability.RESOURCES)) {
      all = all.with("resources", changes ? listed.with("subscribe", true) : none);
    }
    if (abilities.contains(Ability.COMPLETIONS) && revision.isAtLeast(Revision.MARCH_2025)) {
      all = all.with("completions", none);
    }
    return abilities.contains(Ability.LOGGING) ? all.with("logging", none) : all;
  }
}
