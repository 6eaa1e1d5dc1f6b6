package comity.hub;

import comity.control.AgentSettings;
import comity.control.Configuration;
import comity.control.DeviceSettings;
import comity.control.OwnerSettings;
import comity.control.Peer;
import comity.json.JsonObject;
import comity.messages.AgentPattern;
import comity.messages.AgentProfile;
import comity.messages.AgentUri;
import comity.messages.Card;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The agents of this hub and the peers it knows, as configured now. One instance never changes. */
final class Agents {
  /** The owner's inbox: what the owner sends comes from here. */
  static final String OWNER = "me";

  private final Configuration configuration;
  private final List<String> authorities;
  private final Set<String> isOurs;

  Agents(Configuration configuration, int port) {
    this.configuration = configuration;
    this.authorities = configuration.hub().authorities(port);
    this.isOurs = Set.copyOf(authorities);
  }

  Configuration configuration() {
    return configuration;
  }

  List<String> authorities() {
    return authorities;
  }

  /** Whether the address belongs to this hub, be there such an agent or not. */
  boolean isOurs(AgentUri uri) {
    return isOurs.contains(uri.authority());
  }

  /** The address of an agent, under this hub's first name. */
  AgentUri address(String agentId) {
    return new AgentUri(authorities.getFirst(), agentId);
  }

  Optional<AgentSettings> settings(String agentId) {
    return configuration.agent(agentId);
  }

  /** What is known of the agent with this id, the owner's inbox included. */
  Optional<AgentProfile> profile(String agentId) {
    return agentId.equals(OWNER)
        ? Optional.of(owner())
        : settings(agentId).map(AgentSettings::profile);
  }

  private AgentProfile owner() {
    return new AgentProfile(
        OWNER,
        configuration.owner().userName().orElse("The owner of this hub"),
        "Messages wait here for a person.",
        List.of("*"),
        AgentProfile.DEFAULT_MAX_MESSAGE_SIZE,
        false,
        false,
        List.of(),
        false,
        false,
        List.of(AgentPattern.ANYONE));
  }

  boolean isPeer(AgentUri uri) {
    return peers().stream().anyMatch(peer -> peer.match().covers(uri));
  }

  List<Peer> peers() {
    return configuration.peers();
  }

  Card card(AgentProfile profile) {
    OwnerSettings owner = configuration.owner();
    DeviceSettings device = configuration.device();
    JsonObject ownerJson = JsonObject.empty();
    ownerJson = with(ownerJson, "user_id", owner.userId());
    ownerJson = with(ownerJson, "user_name", owner.userName());
    ownerJson = with(ownerJson, "organization", owner.organization());
    JsonObject deviceJson = JsonObject.empty();
    deviceJson = with(deviceJson, "device_id", device.deviceId());
    deviceJson = with(deviceJson, "device_name", device.deviceName());
    deviceJson = with(deviceJson, "location", device.location());
    deviceJson = with(deviceJson, "platform", device.platform());
    return new Card(address(profile.agentId()), profile, ownerJson, deviceJson);
  }

  private static JsonObject with(JsonObject json, String name, Optional<String> value) {
    return value.isPresent() ? json.with(name, value.get()) : json;
  }
}
