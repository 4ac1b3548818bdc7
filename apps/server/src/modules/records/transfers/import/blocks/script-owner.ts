import { hash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { hash160 } from './hashes.ts';

const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'));
const PUBKEY_HASH = 0x00;
const SCRIPT_HASH = 0x05;
const PREFIX = 'bc';

/**
 * The Bitcoin address an output script pays: to a key hash, a script hash, a witness program of version 0 or 1. A bare
 * key gives the address of its hash, as explorers show it, because the key is the same. Null for every other script:
 * bare multisig has several owners, data none.
 */
export function ownerOfScript(script: Buffer): string | null {
  const { length } = script;
  if (length === 25 && script.readUInt32BE(0) >>> 8 === 0x76a914 && script.readUInt16BE(23) === 0x88ac) {
    return base58(PUBKEY_HASH, script.subarray(3, 23));
  }
  if (length === 23 && script.readUInt16BE(0) === 0xa914 && script[22] === 0x87) {
    return base58(SCRIPT_HASH, script.subarray(2, 22));
  }
  if (length === 22 && script.readUInt16BE(0) === 0x0014) return segwit(0, script.subarray(2));
  if (length === 34 && script.readUInt16BE(0) === 0x0020) return segwit(0, script.subarray(2));
  if (length === 34 && script.readUInt16BE(0) === 0x5120) return segwit(1, script.subarray(2));
  const key = bareKeyOf(script);
  return key === null ? null : base58(PUBKEY_HASH, hash160(key));
}

function bareKeyOf(script: Buffer): Buffer | null {
  const size = script[0];
  if ((size !== 33 && size !== 65) || script.length !== size + 2 || script[size + 1] !== 0xac) return null;
  const kind = script[1] ?? 0;
  const isKey = size === 33 ? kind === 2 || kind === 3 : kind === 4;
  return isKey ? script.subarray(1, size + 1) : null;
}

function base58(version: number, program: Uint8Array): string {
  return base58check.encode(Buffer.concat([Buffer.of(version), program]));
}

function segwit(version: 0 | 1, program: Uint8Array): string {
  const code = version === 0 ? bech32 : bech32m;
  return code.encode(PREFIX, [version, ...code.toWords(program)]);
}
