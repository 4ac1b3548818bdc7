const TWO_32 = 2 ** 32;

/** xoshiro256** over pairs of 32-bit halves: the same numbers as with 64-bit integers, without a bigint a draw. */
export class RandomWords {
  #low0 = 0;
  #high0 = 0;
  #low1 = 0;
  #high1 = 0;
  #low2 = 0;
  #high2 = 0;
  #low3 = 0;
  #high3 = 0;
  #low = 0;
  #high = 0;

  constructor(seed: number) {
    const words: number[] = [];
    let state = BigInt(seed);
    for (let index = 0; index < 4; index += 1) {
      state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
      let mixed = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
      mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
      mixed ^= mixed >> 31n;
      words.push(Number(mixed & 0xffffffffn), Number(mixed >> 32n));
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = words;
    this.#low0 = a | 0;
    this.#high0 = b | 0;
    this.#low1 = c | 0;
    this.#high1 = d | 0;
    this.#low2 = e | 0;
    this.#high2 = f | 0;
    this.#low3 = g | 0;
    this.#high3 = h | 0;
  }

  /** Evenly from 0 up to, not including, 1, in steps of 2^-53. */
  unit(): number {
    this.#next();
    return ((this.#high >>> 0) * 2 ** 21 + (this.#low >>> 11)) * 2 ** -53;
  }

  /** A whole number below `limit`, which is below 2^32. */
  below(limit: number): number {
    this.#next();
    const low = this.#low >>> 0;
    const high = this.#high >>> 0;
    if (limit < 2 ** 21) return Math.floor((high * limit + Math.floor((low * limit) / TWO_32)) / TWO_32);
    const carry = (Math.imul(high, limit) >>> 0) + upperHalf(low, limit) >= TWO_32 ? 1 : 0;
    return upperHalf(high, limit) + carry;
  }

  normal(): number {
    const first = this.unit() + 1e-300;
    const second = this.unit();
    return Math.sqrt(-2 * Math.log(first)) * Math.cos(6.283185307179586 * second);
  }

  logNormal(mean: number, deviation: number): number {
    return Math.exp(mean + deviation * this.normal());
  }

  #next(): void {
    // 9 * rotate(5 * state1, 7)
    let low = (this.#low1 >>> 0) * 5;
    let high = (Math.imul(this.#high1, 5) + Math.floor(low / TWO_32)) | 0;
    const turnedLow = (low << 7) | (high >>> 25);
    high = (high << 7) | ((low | 0) >>> 25);
    low = (turnedLow >>> 0) * 9;
    this.#high = (Math.imul(high, 9) + Math.floor(low / TWO_32)) | 0;
    this.#low = low | 0;

    const shiftedHigh = (this.#high1 << 17) | (this.#low1 >>> 15);
    const shiftedLow = this.#low1 << 17;
    this.#low2 ^= this.#low0;
    this.#high2 ^= this.#high0;
    this.#low3 ^= this.#low1;
    this.#high3 ^= this.#high1;
    this.#low1 ^= this.#low2;
    this.#high1 ^= this.#high2;
    this.#low0 ^= this.#low3;
    this.#high0 ^= this.#high3;
    this.#low2 ^= shiftedLow;
    this.#high2 ^= shiftedHigh;
    // Turned by 45: halves swapped, then by 13.
    const low3 = this.#low3;
    this.#low3 = (this.#high3 << 13) | (low3 >>> 19);
    this.#high3 = (low3 << 13) | (this.#high3 >>> 19);
  }
}

/** Upper 32 bits of the product of two unsigned 32-bit numbers. */
function upperHalf(a: number, b: number): number {
  const aHigh = a >>> 16;
  const aLow = a & 0xffff;
  const bHigh = b >>> 16;
  const bLow = b & 0xffff;
  const middle = aHigh * bLow + Math.floor((aLow * bLow) / 65_536);
  const rest = (middle % 65_536) + aLow * bHigh;
  return (aHigh * bHigh + Math.floor(middle / 65_536) + Math.floor(rest / 65_536)) >>> 0;
}
