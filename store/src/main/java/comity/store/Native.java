package comity.store;

/**
 * The provider's own conversation behind one of ours.
 *
 * @param confirmed whether a turn of it was answered: only then can it be resumed
 */
public record Native(String id, boolean confirmed) {}
