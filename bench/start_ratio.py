#!/usr/bin/env python3
"""Start to `initialize` answer of a server, against `node -e 0`, alternating in one run; and its idle memory."""
import os
import statistics
import subprocess
import sys
import time

HELLO = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}\n'


def start(binary):
    begun = time.perf_counter()
    server = subprocess.Popen([binary, "serve", "--log-level", "error"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    server.stdin.write(HELLO)
    server.stdin.flush()
    server.stdout.readline()
    took = time.perf_counter() - begun
    with open(f"/proc/{server.pid}/statm") as statm:
        rss = int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    server.stdin.close()
    server.wait()
    return took, rss


def node():
    begun = time.perf_counter()
    subprocess.run(["node", "-e", "0"], check=True)
    return time.perf_counter() - begun


def main():
    starts, nodes, memory = [], [], []
    for _ in range(15):
        took, rss = start(sys.argv[1])
        starts.append(took)
        memory.append(rss)
        nodes.append(node())
    ours, theirs = statistics.median(starts), statistics.median(nodes)
    print(f"start to initialize: {ours * 1000:.2f} ms (best {min(starts) * 1000:.2f}); node -e 0: {theirs * 1000:.1f} ms "
          f"(best {min(nodes) * 1000:.1f}); {theirs / ours:.1f} times faster")
    print(f"memory when idle: {statistics.median(memory) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
