import { Session } from 'node:inspector/promises';

/** Work that was done, counted by the engine and not timed, so that it is the same on every machine. */
export interface CountedWork {
  /** How often a block of our code, or of a package of codecs, was run: a loop of ten passes counts ten. */
  readonly steps: number;
  /** Characters that patterns went over, to a match or to the end. */
  readonly characters: number;
}

const COUNTED = /\/(packages|apps|@noble|@scure)\//;

/** Does the work, and counts what this thread did meanwhile. */
export async function countedWork(work: () => Promise<unknown>): Promise<CountedWork> {
  const session = new Session();
  session.connect();
  const patterns = countCharacters();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const counts = result
      .filter(({ url }) => COUNTED.test(url))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
    return { steps: counts.reduce((sum, count) => sum + count, 0), characters: patterns.stop() };
  } finally {
    patterns.stop();
    session.disconnect();
  }
}

/** Every use of a pattern ends in its `exec`, while that is not the engine's own. */
function countCharacters(): { stop(): number } {
  const own = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec');
  if (own === undefined) throw new Error('Patterns have no exec');
  const exec = own.value as (this: RegExp, text: string) => RegExpExecArray | null;
  let characters = 0;
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    const to = found === null ? (this.sticky ? from : text.length) : found.index + found[0].length;
    characters += Math.max(0, to - from) + 1;
    return found;
  };
  return {
    stop() {
      Object.defineProperty(RegExp.prototype, 'exec', own);
      return characters;
    },
  };
}
