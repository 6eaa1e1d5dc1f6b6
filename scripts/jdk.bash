# Finds a JDK of version 25 or newer. Sourced by comity, check and .ci/run; on success `jdk` is its folder and
# `jdk_build` its exact version.

jdk='' jdk_build=''

# The version comes from the JDK's `release` file: no process is started to ask.
is_jdk() { # folder
  local line
  [[ -n $1 && -x $1/bin/java && -x $1/bin/javac && -r $1/release ]] || return 1
  jdk_build=''
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=*) line=${line#*=\"}; line=${line%%[!0-9]*}; [[ -n $line ]] && ((line >= 25)) || return 1 ;;
      JAVA_RUNTIME_VERSION=*) line=${line#*=\"}; jdk_build=${line%\"} ;;
    esac
  done <"$1/release"
  jdk=$1
}

# What a person set comes first, and a wrong COMITY_JAVA_HOME is not passed over in silence.
jdk_of_environment() {
  if [[ -n ${COMITY_JAVA_HOME:-} ]]; then
    is_jdk "$COMITY_JAVA_HOME" && return
    printf 'comity: COMITY_JAVA_HOME=%s is not a JDK of version 25 or newer\n' "$COMITY_JAVA_HOME" >&2
    exit 1
  fi
  is_jdk "${JAVA_HOME:-}"
}

find_jdk() {
  local home java
  java=$(type -P java) && java=$(readlink -f "$java" 2>/dev/null) && is_jdk "${java%/bin/java}" && return
  for home in /usr/lib/jvm/* "${HOME:-}"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/*jdk*; do
    is_jdk "$home" && return
  done
  printf 'comity: %s\n' 'no JDK of version 25 or newer was found; get one (https://adoptium.net, or `sdk install java 25-tem`), then set COMITY_JAVA_HOME to its folder' >&2
  exit 1
}
