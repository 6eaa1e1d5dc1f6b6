package comity.hub;

import comity.control.ConfigCheck;
import comity.control.ConfigFault;
import comity.control.Configuration;
import comity.control.HubSettings;
import comity.files.ConfigFile;
import comity.files.ConfigWatch;
import comity.files.Home;
import comity.files.HomeLock;
import comity.http.Answer;
import comity.http.HttpServer;
import comity.http.HttpSettings;
import comity.http.Outgoing;
import comity.http.RateLimits;
import comity.http.Route;
import comity.http.Routes;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.messages.Admission;
import comity.project.Audit;
import comity.store.Store;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** A running hub: the store, the agents' runs, the outbox and the HTTP doors of one home. */
public final class Hub {
  /** What {@code comity --version} says. */
  public static final String VERSION = "0.1.0";

  /** Answers under way at the end get this long. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Home home;
  private final HubOptions options;
  private final HomeLock lock;
  private final Clock clock = new Clock(InstantSource.system());
  private final HubLog log = new HubLog();
  private final AtomicReference<Agents> agents;
  private final AtomicReference<RateLimits> limits;
  private final AtomicReference<List<String>> faults = new AtomicReference<>(List.of());
  private final AtomicReference<String> url = new AtomicReference<>("");
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final ConfigWatch watch;
  private final HubFiles files;
  private final Audit audit;
  private final Outgoing outgoing = Outgoing.start();
  private final Store store;
  private final Dispatch dispatch;
  private final Courier courier;
  private final Housekeeping housekeeping;
  private final IdleClock idleClock;
  private final SessionLink sessions;
  private final ToolServer mcp;
  private final HttpServer server;
  private final long startedAt;

  /** Starts a hub, or says why it can't be. */
  public static Starting start(HubOptions options) {
    Home asked = new Home(options.home());
    Home home;
    switch (asked.open()) {
      case Home.Opening.Opened(Home opened) -> home = opened;
      case Home.Opening.Refused(String reason) -> {
        return new Starting.Refused(reason);
      }
    }
    HomeLock lock;
    switch (HomeLock.take(home, ProcessHandle.current().pid())) {
      case HomeLock.Taking.Taken(HomeLock taken) -> lock = taken;
      case HomeLock.Taking.Held(HomeLock.Holder by) -> {
        String who = by.pid().isPresent() ? " (process " + by.pid().getAsLong() + ")" : "";
        return new Starting.Refused(
            "A hub of " + home.root() + " is running already" + who + ": comity down ends it");
      }
    }
    Starting starting = open(home, lock, options);
    if (starting instanceof Starting.Refused) {
      lock.close();
    }
    return starting;
  }

  private static Starting open(Home home, HomeLock lock, HubOptions options) {
    ConfigWatch watch = new ConfigWatch(ConfigFile.of(home), ConfigWatch.INTERVAL);
    Configuration configuration;
    switch (watch.first()) {
      case ConfigCheck.Checked(Configuration checked) ->
          configuration = overridden(checked, options);
      case ConfigCheck.Faulty(List<ConfigFault> found) -> {
        return new Starting.Refused(String.join("\n", texts(home, found)));
      }
    }
    Optional<String> refusal = Listening.exposure(configuration, options);
    if (refusal.isPresent()) {
      return new Starting.Refused(refusal.get());
    }
    Logs.configure(configuration.hub().logLevel(), configuration.hub().logJson());
    Wakes wakes = new Wakes();
    switch (Store.open(home.database(), home.journal(), wakes)) {
      case Store.Opening.Damaged(String what) -> {
        return new Starting.Refused("The store was not opened: " + what);
      }
      case Store.Opening.Opened(Store store) -> {
        try {
          return new Starting.Running(
              new Hub(home, options, lock, watch, configuration, store, wakes));
        } catch (IOException e) {
          store.close();
          return new Starting.Refused(Listening.trouble(e, home, configuration));
        } catch (RuntimeException e) {
          store.close();
          throw e;
        }
      }
    }
  }

  private static Configuration overridden(Configuration configuration, HubOptions options) {
    HubSettings hub = configuration.hub();
    if (options.port().isPresent()) {
      hub = hub.withPort(options.port().getAsInt());
    }
    return configuration.withHub(options.bind().map(hub::withBind).orElse(hub));
  }

  private static List<String> texts(Home home, List<ConfigFault> faults) {
    return faults.stream().map(fault -> fault.text(home.config().toString())).toList();
  }

  /** The store wakes what is made after it. */
  private static final class Wakes implements Store.Listener {
    private final HubLog log = new HubLog();
    private volatile Runnable runs = () -> {};
    private volatile Runnable outbox = () -> {};

    @Override
    public void onRuns() {
      runs.run();
    }

    @Override
    public void onOutbox() {
      outbox.run();
    }

    @Override
    public void onTrouble(String what) {
      log.warning(what);
    }
  }

  private Hub(
      Home home,
      HubOptions options,
      HomeLock lock,
      ConfigWatch watch,
      Configuration configuration,
      Store store,
      Wakes wakes)
      throws IOException {
    this.home = home;
    this.options = options;
    this.lock = lock;
    this.watch = watch;
    this.store = store;
    this.startedAt = clock.now();
    this.files = new HubFiles(home);
    this.audit = new Audit(home, InstantSource.system());
    this.agents = new AtomicReference<>(new Agents(configuration, configuration.hub().port()));
    this.limits = new AtomicReference<>(limits(configuration));
    String token = files.token(clock);
    Runners runners =
        new Runners(
            home,
            Path.of(System.getProperty("user.home", "/")),
            store.runs(),
            clock,
            url::get,
            log);
    this.dispatch =
        new Dispatch(store.runs(), agents::get, runners, new Replies(clock), clock, log);
    this.courier = new Courier(store.outbox(), agents::get, outgoing, clock, log);
    this.housekeeping =
        new Housekeeping(
            store.upkeep(),
            home.log(),
            audit,
            () -> agents.get().configuration().hub().retention(),
            clock,
            log);
    this.idleClock =
        new IdleClock(home, clock, () -> agents.get().configuration().memory().idle(), log);
    this.sessions =
        new SessionLink(home, clock, () -> agents.get().configuration().sessions(), outgoing, log);
    this.mcp = new ToolServer(home, () -> agents.get().configuration().memory(), audit, clock, log);
    wakes.runs = dispatch::wake;
    wakes.outbox = courier::wake;
    this.server = HttpServer.start(settings(configuration), routes(token), log);
    this.agents.set(new Agents(configuration, server.port()));
    this.url.set("http://" + Listening.host(configuration) + ":" + server.port());
    dispatch.start();
    courier.start();
    housekeeping.start();
    idleClock.start();
    sessions.start();
    watch.start(this::reload);
    files.announce(url(), token, VERSION, ProcessHandle.current().pid());
  }

  private Routes routes(String token) {
    Callers callers = new Callers(store.keys(), token, clock);
    Inbox inbox =
        new Inbox(
            agents::get,
            store.conversations(),
            store.traces(),
            new Admission(options.openToStrangers()),
            clock);
    Cards cards = new Cards(agents::get, outgoing, clock);
    Sender sender = new Sender(agents::get, inbox, store.conversations(), cards, clock);
    List<Route> routes = new ArrayList<>();
    routes.add(
        Route.of("GET", "/healthz", _ -> Answer.json(JsonObject.empty().with("status", "ok"))));
    Pages pages = new Pages(store.conversations(), clock);
    OwnerDoor door = new OwnerDoor(callers);
    routes.addAll(
        new MampRoutes(agents::get, callers, limits::get, inbox, store.conversations(), pages)
            .routes());
    routes.addAll(
        new OwnerRoutes(
                agents::get,
                door,
                sender,
                cards,
                dispatch,
                new KeyRing(store.keys(), clock),
                store,
                pages,
                clock,
                this::status,
                this::readAgain,
                sessions)
            .routes());
    routes.addAll(mcp.routes());
    routes.addAll(new RoleRoutes(door, home, audit).routes());
    return Routes.of(routes.stream().map(new StorageGuard(log)::guard).toList());
  }

  private HttpSettings settings(Configuration configuration) throws UnknownHostException {
    return HttpSettings.loopback(configuration.hub().port())
        .withBind(Listening.address(configuration))
        .withBodyCeiling(configuration.hub().maxBody())
        .withConnections(Descriptors.connections(), Math.max(4, Descriptors.connections() / 4))
        .withAuthorities(() -> new HashSet<>(agents.get().authorities()));
  }

  private static RateLimits limits(Configuration configuration) {
    comity.control.RateLimits given = configuration.rateLimits();
    return new RateLimits(
        new RateLimits.Settings(
            given.perKey().map(Hub::limit),
            given.perAddress().map(Hub::limit),
            given.loopback().map(Hub::limit)));
  }

  private static RateLimits.Limit limit(comity.control.Rate rate) {
    return new RateLimits.Limit(rate.count(), rate.per());
  }

  /** Reads the file now, for a command that has just changed it. */
  private JsonObject readAgain() {
    reload(ConfigFile.of(home).read());
    return JsonObject.empty().with("config_faults", faultsJson());
  }

  private JsonArray faultsJson() {
    return JsonArray.of(faults.get().stream().map(JsonString::new).toList());
  }

  /** A changed file takes effect whole, or not at all. */
  private synchronized void reload(ConfigCheck check) {
    switch (check) {
      case ConfigCheck.Faulty(List<ConfigFault> found) -> {
        faults.set(texts(home, found));
        log.warning("config.toml is wrong, what was in force stays: " + faults.get());
      }
      case ConfigCheck.Checked(Configuration checked) -> {
        Configuration configuration = overridden(checked, options);
        Configuration before = agents.get().configuration();
        if (configuration.equals(before) && faults.get().isEmpty()) {
          return; // It was read on demand before the watch saw it.
        }
        Optional<String> refusal = Listening.exposure(configuration.withHub(before.hub()), options);
        if (refusal.isPresent()) {
          faults.set(List.of(refusal.get()));
          log.warning("config.toml is not taken: " + refusal.get());
          return;
        }
        faults.set(List.of());
        agents.set(new Agents(configuration, server.port()));
        if (!configuration.rateLimits().equals(before.rateLimits())) {
          limits.set(limits(configuration));
        }
        Logs.configure(configuration.hub().logLevel(), configuration.hub().logJson());
        boolean later =
            configuration.hub().port() != before.hub().port()
                || configuration.hub().maxBody() != before.hub().maxBody()
                || !configuration.hub().bind().equals(before.hub().bind());
        log.info(
            "config.toml was read"
                + (later ? "; port, bind and max_body change at the next start" : ""));
        courier.wake();
        dispatch.wake();
      }
    }
  }

  private JsonObject status() {
    Store.Counts counts = store.counts();
    return JsonObject.empty()
        .with("running", true)
        .with("url", url())
        .with("version", VERSION)
        .with("pid", ProcessHandle.current().pid())
        .with("home", home.root().toString())
        .with("uptime_seconds", Math.max(0, clock.now() - startedAt) / 1000)
        .with("agents", agents.get().configuration().agents().size())
        .with(
            "outbox",
            JsonObject.empty()
                .with("pending", counts.outboxPending())
                .with("dead", counts.outboxDead()))
        .with(
            "runs",
            JsonObject.empty()
                .with("queued", counts.runsQueued())
                .with("running", dispatch.runningCount()))
        .with("config_faults", faultsJson());
  }

  /** Where it answers, such as {@code http://127.0.0.1:7420}. */
  public String url() {
    return url.get();
  }

  /** Returns when the hub has stopped. */
  public void await() throws InterruptedException {
    stopped.await();
  }

  /**
   * Answers what is being answered, ends the runs so that they go on at the next start, and closes.
   */
  public synchronized void stop() {
    if (stopped.getCount() == 0) {
      return;
    }
    files.withdraw();
    watch.close();
    housekeeping.close();
    idleClock.close();
    sessions.close();
    store.endWaiting();
    mcp.close();
    server.stop(PATIENCE);
    dispatch.close();
    courier.close();
    outgoing.close();
    store.close();
    lock.close();
    stopped.countDown();
  }
}
