package comity.files;

import comity.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A second process for tests: it says a word on its standard output when it has got so far. */
final class Child {
  private Child() {}

  static Process start(List<String> before, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:-UsePerfData", "-Xshare:auto", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Child.class.getName()));
    command.addAll(Arrays.asList(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  static String line(Process child) throws IOException {
    BufferedReader out = child.inputReader(StandardCharsets.UTF_8);
    return String.valueOf(out.readLine());
  }

  public static void main(String[] args) throws IOException {
    Home home = new Home(Path.of(args[1]));
    switch (args[0]) {
      case "hold" -> {
        HomeLock.Taking taking = HomeLock.take(home, ProcessHandle.current().pid());
        System.out.println(taking instanceof HomeLock.Taking.Taken ? "held" : "busy");
        System.in.read();
      }
      case "ask" -> {
        HomeLock.holder(home);
        System.out.println("asking");
        while (true) {
          HomeLock.holder(home);
        }
      }
      case "write" -> {
        System.out.println("writing");
        for (byte round = 'a'; ; round = (byte) (round == 'z' ? 'a' : round + 1)) {
          AtomicFile.write(home.root(), home.config(), content(round));
        }
      }
      case "write-much" -> {
        try {
          AtomicFile.write(home.root(), home.config(), new byte[1 << 20]);
          System.out.println("written");
        } catch (FileException e) {
          System.out.println(e.getMessage());
        }
      }
      case "append" -> {
        for (int i = 0; i < 5; i++) {
          ConfigFile.of(home).append(List.of("peers"), peer("child" + i));
        }
        System.out.println("appended");
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** As many bytes of one kind that a part of them shows. */
  static byte[] content(byte kind) {
    byte[] content = new byte[10_000 + kind * 100];
    Arrays.fill(content, kind);
    return content;
  }

  static JsonObject peer(String authority) {
    return JsonObject.empty()
        .with("match", "agent://" + authority + "/*")
        .with("url", "https://" + authority);
  }
}
