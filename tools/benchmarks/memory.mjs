import { readdirSync, readFileSync } from 'node:fs';

/** How often memory is looked at. */
const EVERY_MS = 500;

/**
 * Follows the memory of a process and of all that it and its children start, by looking at /proc. Counted is what a
 * process holds for itself (RssAnon) and, once, the largest shared memory of one of them (RssShmem: the buffers of
 * PostgreSQL, which each of its processes maps); mapped files are left out. What lives for less than the interval can be
 * missed, and so can a process whose parent ended before it was seen. Without /proc nothing is known.
 *
 * @param {number} root its process number
 * @param {number} [everyMs]
 * @returns {{ stop: () => number | null }} stop: ends the looking and returns the peak in bytes, null if unknown
 */
export function watchMemory(root, everyMs = EVERY_MS) {
  /** Processes by number, with the time of their start: a number that is given again is another process. */
  let followed = new Map([[root, startOf(root)]]);
  let peak = 0;
  const look = () => {
    const seen = processes();
    const still = [...followed].filter(([pid, start]) => start !== null && seen.get(pid)?.start === start);
    followed = new Map(still);
    for (let grown = true; grown; ) {
      grown = false;
      for (const [pid, { parent, start }] of seen) {
        if (followed.has(pid) || !followed.has(parent)) continue;
        followed.set(pid, start);
        grown = true;
      }
    }
    const held = [...followed.keys()].map(memoryOf);
    const own = held.reduce((sum, { ownBytes }) => sum + ownBytes, 0);
    peak = Math.max(peak, own + Math.max(0, ...held.map(({ sharedBytes }) => sharedBytes)));
  };
  look();
  const timer = setInterval(look, everyMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return peak === 0 ? null : peak;
    },
  };
}

/** @returns {Map<number, { parent: number, start: string }>} */
function processes() {
  const found = new Map();
  for (const name of read(() => readdirSync('/proc')) ?? []) {
    if (!/^\d+$/.test(name)) continue;
    const facts = statOf(Number(name));
    if (facts !== null) found.set(Number(name), facts);
  }
  return found;
}

/** @param {number} pid */
function startOf(pid) {
  return statOf(pid)?.start ?? null;
}

/** @param {number} pid */
function statOf(pid) {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null) return null;
  // The name of the program, in brackets, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  return { parent: Number(fields[1]), start: fields[19] ?? '' };
}

/** @param {number} pid */
function memoryOf(pid) {
  const status = read(() => readFileSync(`/proc/${pid}/status`, 'latin1')) ?? '';
  const bytes = (/** @type {string} */ name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { ownBytes: bytes('RssAnon'), sharedBytes: bytes('RssShmem') };
}

/**
 * What `look` reads; null of a process that has ended meanwhile, and of a system without /proc.
 *
 * @template T
 * @param {() => T} look
 * @returns {T | null}
 */
function read(look) {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null;
    throw error;
  }
}
