import { validateAddress } from '@assay/address';
import { describe, expect, it } from 'vitest';
import { keyHash, prepareBlockFolder } from '../test/read-blocks.ts';
import { ownerOfScript } from './script-owner.ts';

prepareBlockFolder();

describe('owners of scripts', () => {
  it('are addresses of Bitcoin, one for each kind of script', () => {
    const program = (head: string, size: number): Buffer =>
      Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(size, 1)]);
    const kinds = {
      p2wpkh: program('0014', 20),
      p2wsh: program('0020', 32),
      p2tr: program('5120', 32),
      p2pkh: keyHash(1),
      p2sh: Buffer.concat([program('a914', 20), Buffer.of(0x87)]),
    };
    for (const [kind, script] of Object.entries(kinds)) {
      const verdict = validateAddress(ownerOfScript(script) ?? '', 'BTC');
      expect(verdict, kind).toMatchObject({ ok: true, kind });
    }
    expect(ownerOfScript(Buffer.from('0014751e76e8199196d454941c45d1b3a323f1433bd6', 'hex'))).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
  });

  it('are null for data, several keys and anything else', () => {
    // Data, an anchor, a witness program of tomorrow, a script hash of 32 bytes, several keys, and no key.
    const anchors = ['', '6a0401020304', '51', '51024e73', `5220${'01'.repeat(32)}`, `aa20${'01'.repeat(32)}87`];
    for (const hex of [...anchors, `5121${'02'.repeat(33)}51ae`, `21${'05'.repeat(33)}ac`]) {
      expect(ownerOfScript(Buffer.from(hex, 'hex'))).toBeNull();
    }
  });
});
