package comity.messages;
public final class X { private X() {} }
