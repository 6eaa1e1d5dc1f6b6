package comity.messages;

/** Carries a refusal out of the nested readers; never leaves this package. */
final class Fault extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Refusal refusal;

  Fault(ErrorCode code, String pointer, String message) {
    super(message, null, false, false);
    this.refusal = Refusal.at(code, pointer, message);
  }

  Refusal refusal() {
    return refusal;
  }
}
