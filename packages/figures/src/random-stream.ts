/** Repeatable numbers from a text: 128 bits of cyrb128 seed an sfc32 generator. Not for secrets. */
export interface RandomStream {
  /** A number from `low` up to but not including `high`. */
  readonly float: (low: number, high: number) => number;
  /** One of the choices, each as likely as the others. */
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
}

const WARM_UP_ROUNDS = 12;

/**
 * The same text always gives the same numbers, in every engine: only 32-bit integer arithmetic decides.
 *
 * @example
 * const numbers = openRandomStream('7f3a91c2e4b8');
 * numbers.pick([6, 7, 8]); // always the same one
 */
export function openRandomStream(text: string): RandomStream {
  let [a, b, c, d] = seedOf(text);

  function next(): number {
    let sum = (a + b) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    d = (d + 1) | 0;
    sum = (sum + d) | 0;
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  for (let round = 0; round < WARM_UP_ROUNDS; round++) next();
  return {
    float: (low, high) => low + next() * (high - low),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}

function seedOf(text: string): [number, number, number, number] {
  let h1 = 1_779_033_703;
  let h2 = 3_144_134_277;
  let h3 = 1_013_904_242;
  let h4 = 2_773_480_762;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    h1 = h2 ^ Math.imul(h1 ^ unit, 597_399_067);
    h2 = h3 ^ Math.imul(h2 ^ unit, 2_869_860_233);
    h3 = h4 ^ Math.imul(h3 ^ unit, 951_274_213);
    h4 = h1 ^ Math.imul(h4 ^ unit, 2_716_044_179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597_399_067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2_869_860_233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951_274_213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2_716_044_179);
  const a = (h1 ^ h2 ^ h3 ^ h4) >>> 0;
  return [a, (h2 ^ a) >>> 0, (h3 ^ a) >>> 0, (h4 ^ a) >>> 0];
}
