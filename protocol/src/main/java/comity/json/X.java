package comity.json;
public final class X { private X() {} }
