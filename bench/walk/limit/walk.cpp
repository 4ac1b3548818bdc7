// The limit: a plain walk of the same graph and the same rule, compiled. Reads dense columns, builds both adjacency
// arrays, then answers "run THRESHOLD EVIDENCE" lines with one line per wallet. No labels beyond one class an account.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
using namespace std;
using u32 = uint32_t;
using u64 = uint64_t;

template <class T> static vector<T> read(const string &path) {
  FILE *file = fopen(path.c_str(), "rb");
  if (!file) {
    fprintf(stderr, "cannot read %s\n", path.c_str());
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  fseek(file, 0, SEEK_SET);
  vector<T> items(size / sizeof(T));
  if (size && fread(items.data(), 1, size, file) != (size_t)size) exit(1);
  fclose(file);
  return items;
}

/**
 * One direction: records of each account in order, with the share that moves on and what the sender's balance covers, and
 * what absorbs at an account.
 */
struct Side {
  vector<uint8_t> label;
  vector<u32> first, place, other;
  vector<double> share, covered;
};

struct Waiting {
  u32 key, account;
};

static vector<double> massAt;
static vector<u32> keys, used;
static u32 mask;

static u32 slotOf(u32 key, bool &isNew) {
  u32 mixed = key * 0x9e3779b1u, at = (mixed ^ (mixed >> 15)) & mask;
  while (keys[at] && keys[at] != key) at = (at + 1) & mask;
  isNew = !keys[at];
  return at;
}

static void clearTable() {
  for (u32 at : used) keys[at] = 0;
  used.clear();
}

static void growTable() {
  vector<u32> oldKeys(keys.size() * 2, 0);
  vector<double> oldMass(keys.size() * 2, 0);
  oldKeys.swap(keys);
  oldMass.swap(massAt);
  mask = keys.size() - 1;
  used.clear();
  for (size_t i = 0; i < oldKeys.size(); i++)
    if (oldKeys[i]) {
      bool isNew;
      u32 at = slotOf(oldKeys[i], isNew);
      keys[at] = oldKeys[i];
      massAt[at] = oldMass[i];
      used.push_back(at);
    }
}

static vector<Waiting> heap;

static void push(Waiting item) {
  size_t at = heap.size();
  heap.push_back(item);
  while (at > 0) {
    size_t above = (at - 1) / 2;
    if (heap[above].key >= item.key) break;
    heap[at] = heap[above];
    at = above;
  }
  heap[at] = item;
}

static Waiting pop() {
  Waiting top = heap[0], last = heap.back();
  heap.pop_back();
  size_t size = heap.size(), at = 0;
  if (!size) return top;
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && heap[child + 1].key > heap[child].key) child++;
    if (heap[child].key <= last.key) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}

static vector<double> amounts;
static double found[64], unknown, held, rest;
static u64 states;

static void arrive(const Side &side, bool backward, u32 account, u32 record, double mass, u32 tip) {
  if (!(mass > 0)) return;
  // The last record of the account before this one (or the first after it): a search among its places.
  u32 low = side.first[account], high = side.first[account + 1];
  u32 begin = low, end = high;
  while (low < high) {
    u32 middle = (low + high) / 2;
    if (backward ? side.place[middle] < record : side.place[middle] <= record) low = middle + 1;
    else high = middle;
  }
  if (backward ? low == begin : low == end) {
    (backward ? unknown : held) += mass;
    return;
  }
  u32 index = backward ? low - 1 : low;
  u32 key = backward ? side.place[index] + 1 : tip - side.place[index];
  if (used.size() * 2 > keys.size()) growTable();
  bool isNew;
  u32 at = slotOf(key, isNew);
  if (!isNew) {
    massAt[at] += mass;
    return;
  }
  keys[at] = key;
  massAt[at] = mass;
  used.push_back(at);
  push({key, account});
}

static void walk(const Side &side, bool backward, u32 subject, double threshold, u32 tip) {
  for (double &share : found) share = 0;
  unknown = held = rest = 0;
  states = 0;
  clearTable();
  heap.clear();
  double sum = 0;
  u32 begin = side.first[subject], end = side.first[subject + 1];
  for (u32 i = begin; i < end; i++) sum += amounts[side.place[i]];
  for (u32 n = 0; n < end - begin; n++) {
    u32 i = backward ? end - 1 - n : begin + n;
    u32 other = side.other[i];
    double mass = amounts[side.place[i]] / sum;
    if (side.label[other] && other != subject) {
      found[side.label[other]] += mass;
      continue;
    }
    unknown += mass * (1 - side.covered[i]);
    arrive(side, backward, other, side.place[i], mass * side.covered[i], tip);
  }
  while (!heap.empty()) {
    Waiting top = pop();
    bool isNew;
    u32 at = slotOf(top.key, isNew);
    double mass = massAt[at];
    if (mass < threshold) {
      rest += mass;
      continue;
    }
    states++;
    u32 record = backward ? top.key - 1 : tip - top.key;
    u32 low = side.first[top.account], high = side.first[top.account + 1];
    u32 begin2 = low, end2 = high;
    while (low < high) {
      u32 middle = (low + high) / 2;
      if (side.place[middle] < record) low = middle + 1;
      else high = middle;
    }
    u32 i = low, other = side.other[i];
    double moved = mass * side.share[i], stays = mass - moved;
    if (side.label[other] && other != subject) found[side.label[other]] += moved;
    else {
      unknown += moved * (1 - side.covered[i]);
      arrive(side, backward, other, record, moved * side.covered[i], tip);
    }
    if (!(stays > 0)) continue;
    if (backward ? i == begin2 : i + 1 == end2) {
      (backward ? unknown : held) += stays;
      continue;
    }
    u32 next = backward ? i - 1 : i + 1;
    u32 key = backward ? side.place[next] + 1 : tip - side.place[next];
    if (used.size() * 2 > keys.size()) growTable();
    u32 to = slotOf(key, isNew);
    if (!isNew) massAt[to] += stays;
    else {
      keys[to] = key;
      massAt[to] = stays;
      used.push_back(to);
      push({key, top.account});
    }
  }
}

int main(int, char **argv) {
  using clock = chrono::steady_clock;
  string folder = argv[1];
  vector<u32> from = read<u32>(folder + "/from.bin"), to = read<u32>(folder + "/to.bin");
  amounts = read<double>(folder + "/amount.bin");
  vector<u32> wallets = read<u32>(folder + "/wallets.bin");
  Side in, out;
  in.label = read<uint8_t>(folder + "/absorb-bwd.bin");
  out.label = read<uint8_t>(folder + "/absorb-fwd.bin");
  u32 count = from.size(), accounts = in.label.size();
  auto startedAt = clock::now();
  vector<double> balance(accounts, 0);
  for (Side *side : {&in, &out}) {
    side->first.assign(accounts + 1, 0);
    side->place.resize(count);
    side->other.resize(count);
    side->share.resize(count);
    side->covered.resize(count);
  }
  for (u32 e = 0; e < count; e++) in.first[to[e] + 1]++, out.first[from[e] + 1]++;
  for (u32 a = 0; a < accounts; a++) in.first[a + 1] += in.first[a], out.first[a + 1] += out.first[a];
  vector<u32> inAt(in.first.begin(), in.first.end() - 1), outAt(out.first.begin(), out.first.end() - 1);
  for (u32 e = 0; e < count; e++) {
    u32 u = from[e], v = to[e];
    double w = amounts[e], before = balance[u], phi = before > 0 && w < before ? w / before : 1;
    double kappa = w <= before ? 1 : before / w;
    balance[u] = w < before ? before - w : 0;
    balance[v] += w;
    u32 i = inAt[v]++, o = outAt[u]++;
    in.place[i] = e, in.other[i] = u, in.share[i] = w / balance[v], in.covered[i] = kappa;
    out.place[o] = e, out.other[o] = v, out.share[o] = phi, out.covered[o] = 1;
  }
  keys.assign(1024, 0);
  massAt.assign(1024, 0);
  mask = 1023;
  printf("ready %.3f\n", chrono::duration<double>(clock::now() - startedAt).count());
  fflush(stdout);
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    double threshold = atof(line);
    if (!(threshold > 0)) break;
    for (u32 wallet : wallets) {
      auto begin = clock::now();
      walk(in, true, wallet, threshold, count);
      u64 inStates = states;
      double inRest = rest;
      walk(out, false, wallet, threshold, count);
      double us = chrono::duration<double, micro>(clock::now() - begin).count();
      printf("%.3f %llu %llu %.17g %.17g\n", us, (unsigned long long)inStates, (unsigned long long)states, inRest, rest);
    }
    fflush(stdout);
  }
}
