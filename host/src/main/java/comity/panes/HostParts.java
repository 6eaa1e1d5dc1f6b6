package comity.panes;

import comity.files.Home;
import comity.pty.Terminals;
import comity.sessions.Providers;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What all of the host uses.
 *
 * @param launcher Comity's own, for hooks
 * @param ids makes an id for a session
 * @param uuids makes an id for a conversation
 * @param screens of whose memory each pane takes its part
 * @param buffer for what is read, on the loop's thread
 * @param log takes a line for the person who looks for what went wrong
 */
record HostParts(
    Home home,
    String launcher,
    Loop loop,
    Terminals terminals,
    Keeper keeper,
    Reread<Providers> providers,
    Supplier<String> ids,
    Supplier<String> uuids,
    InstantSource clock,
    Aside aside,
    ScreenBudget screens,
    byte[] buffer,
    Consumer<String> log) {}
