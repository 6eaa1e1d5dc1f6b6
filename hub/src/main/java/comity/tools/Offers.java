package comity.tools;

/** Makes the offer for a principal; cheap, since stateless requests each have their own. */
@FunctionalInterface
public interface Offers {
  /** What this principal may use. */
  Offer to(Principal principal);
}
