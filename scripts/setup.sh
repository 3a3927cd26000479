# Sourced by the other scripts: installs what is missing on a Debian 12 machine, and nothing that is there.
# Needs root, or sudo, only when something is missing.

OC_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
OC_JOBS=${OC_JOBS:-$(nproc)}

OC_BUILD_PACKAGES="clang-19 lld-19 cmake ninja-build libboost1.81-dev libboost-json1.81-dev libssl-dev libgumbo-dev libre2-dev libpugixml-dev zlib1g-dev libcli11-dev libgtest-dev libbenchmark-dev git python3"
OC_TEST_PACKAGES="libclang-rt-19-dev llvm-19 clang-format-19 clang-tidy-19 nodejs npm curl procps chromium"

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# need_packages NAME…: installs those that dpkg does not have. A program that came another way (a newer node, say) counts.
need_packages() {
  local missing=() package
  for package in "$@"; do
    case $package in
      nodejs) command -v node >/dev/null && continue ;;
      npm | git | curl | python3 | cmake) command -v "$package" >/dev/null && continue ;;
    esac
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  say "installing: ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
}

# need_node_modules: the npm packages of the tests, exactly as locked, installed once per change of the lock file.
need_node_modules() {
  local folder=$OC_ROOT/tests/node stamp
  stamp=$folder/node_modules/.installed
  if [ ! -f "$stamp" ] || ! cmp -s "$folder/package-lock.json" "$stamp"; then
    say "installing the npm packages of the tests"
    # Not `npm ci`: it refuses a lock file that lacks optional packages of other platforms which were never published.
    (cd "$folder" && npm install --no-save --no-audit --no-fund --loglevel=error >&2) || return 1
    cp "$folder/package-lock.json" "$stamp"
  fi
}

# configure PRESET: only when the build folder is new; ninja re-runs cmake by itself when it must.
configure() {
  [ -f "$OC_ROOT/build/$1/build.ninja" ] || (cd "$OC_ROOT" && cmake --preset "$1" >&2)
}

build() {
  local preset=$1
  shift
  configure "$preset" && ninja -C "$OC_ROOT/build/$preset" -j "$OC_JOBS" --quiet "$@" >&2
}
