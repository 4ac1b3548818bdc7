/**
 * Groestl-512, the SHA-3 finalist behind Groestlcoin's checksums ("Groestl - a SHA-3 candidate", version 2.0, 2011).
 * No maintained library has it, so it is written here from the paper, table-driven: one table holds, for every row and
 * byte value, the column that SubBytes and MixBytes make of it.
 */
const COLUMNS = 16;
const STATE_BYTES = 128;
const ROUNDS = 14;
/** Section 3.4.5: MixBytes multiplies by the circulant matrix of this row over GF(2^8) with polynomial 0x11b. */
const MIX = [2, 2, 3, 4, 5, 3, 5, 7] as const;
/** Section 3.4.4: ShiftBytesWide rotates row i to the left by the i-th number. */
const SHIFT_P = [0, 1, 2, 3, 4, 5, 6, 11] as const;
const SHIFT_Q = [1, 3, 5, 11, 0, 2, 4, 6] as const;

interface Tables {
  /** First and last four bytes of the mixed column, indexed by row * 256 + byte. */
  readonly high: Int32Array;
  readonly low: Int32Array;
}

function times(a: number, b: number): number {
  let product = 0;
  let x = a;
  for (let y = b; y !== 0; y >>= 1) {
    if (y & 1) product ^= x;
    x = x & 0x80 ? (x << 1) ^ 0x11b : x << 1;
  }
  return product;
}

/** The S-box of AES (FIPS 197, 5.1.1): inverse in GF(2^8), then the affine map. */
function substitutionBox(): Uint8Array {
  const box = new Uint8Array(256);
  let p = 1;
  let q = 1;
  do {
    p = times(p, 3);
    q = times(q, 0xf6); // 0xf6 is the inverse of 3
    const rotated = q ^ (q << 1) ^ (q << 2) ^ (q << 3) ^ (q << 4);
    box[p] = (rotated ^ (rotated >> 8) ^ 0x63) & 0xff;
  } while (p !== 1);
  box[0] = 0x63;
  return box;
}

function buildTables(): Tables {
  const box = substitutionBox();
  const high = new Int32Array(8 * 256);
  const low = new Int32Array(8 * 256);
  for (let row = 0; row < 8; row++) {
    for (let value = 0; value < 256; value++) {
      const substituted = box[value] ?? 0;
      for (let target = 0; target < 8; target++) {
        const product = times(substituted, MIX[(row - target + 8) % 8] ?? 0);
        const table = target < 4 ? high : low;
        const index = row * 256 + value;
        table[index] = (table[index] ?? 0) | (product << (24 - 8 * (target % 4)));
      }
    }
  }
  return { high, low };
}

let tables: Tables | undefined;
const scratch = new Uint8Array(STATE_BYTES);

/** One of the two permutations; the state is 16 columns of 8 bytes, column after column. */
function permute(state: Uint8Array, shifts: readonly number[], isQ: boolean): void {
  tables ??= buildTables();
  const { high, low } = tables;
  for (let round = 0; round < ROUNDS; round++) {
    for (let column = 0; column < COLUMNS; column++) {
      const at = column * 8;
      if (isQ) {
        for (let row = 0; row < 8; row++) state[at + row] = (state[at + row] ?? 0) ^ 0xff;
        state[at + 7] = (state[at + 7] ?? 0) ^ (column << 4) ^ round;
      } else {
        state[at] = (state[at] ?? 0) ^ (column << 4) ^ round;
      }
    }
    scratch.set(state);
    for (let column = 0; column < COLUMNS; column++) {
      let first = 0;
      let second = 0;
      for (let row = 0; row < 8; row++) {
        const from = (column + (shifts[row] ?? 0)) & 15;
        const index = row * 256 + (scratch[from * 8 + row] ?? 0);
        first ^= high[index] ?? 0;
        second ^= low[index] ?? 0;
      }
      const at = column * 8;
      state[at] = first >>> 24;
      state[at + 1] = first >>> 16;
      state[at + 2] = first >>> 8;
      state[at + 3] = first;
      state[at + 4] = second >>> 24;
      state[at + 5] = second >>> 16;
      state[at + 6] = second >>> 8;
      state[at + 7] = second;
    }
  }
}

/**
 * The 64-byte Groestl-512 digest of a message shorter than 2^32 blocks.
 *
 * @example
 * groestl512(new Uint8Array()); // 6d3ad29d279110eef3adbd66de2a0345a77baede1557f5d099fce0c03d6dc2ba…
 */
export function groestl512(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / STATE_BYTES);
  const padded = new Uint8Array(blocks * STATE_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, blocks);

  const chain = new Uint8Array(STATE_BYTES);
  chain[STATE_BYTES - 2] = 2; // the digest's length in bits, 512
  const p = new Uint8Array(STATE_BYTES);
  for (let start = 0; start < padded.length; start += STATE_BYTES) {
    const q = padded.slice(start, start + STATE_BYTES);
    for (let i = 0; i < STATE_BYTES; i++) p[i] = (chain[i] ?? 0) ^ (q[i] ?? 0);
    permute(p, SHIFT_P, false);
    permute(q, SHIFT_Q, true);
    for (let i = 0; i < STATE_BYTES; i++) chain[i] = (chain[i] ?? 0) ^ (p[i] ?? 0) ^ (q[i] ?? 0);
  }
  p.set(chain);
  permute(p, SHIFT_P, false);
  return chain.map((byte, i) => byte ^ (p[i] ?? 0)).slice(64);
}
