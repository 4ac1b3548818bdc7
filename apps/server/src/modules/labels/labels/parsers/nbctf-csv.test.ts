import { describe, expect, it } from 'vitest';
import { allOf, inputOf } from '../../../../../test/support/input-of.ts';
import { readLabelClaim } from '../import/read-claim.ts';
import { labelsIn } from '../test/labels-in.ts';
import { parseNbctfCsv } from './nbctf-csv.ts';

// Facts of the orders in the columns of the table; the holders are invented.
const TABLE = `Order ID,Full name,ID No,Passport No,D.O.B (DD/MM/YYYY),Virtual currency address / User ID,Currency
ASO 13/26
,,,,,TRfns4QYsCvejhfeW6SttzEFtmyr1n2mkv,
ASO 22/25
,,,,,0x53b9B72DC6f96Eb4B54143B211B22e2548e4cf5c,
ASO 53/25
,,,,,TAfGsxeQz9PQJ2wEgj7oR3cuiL3zCLqtWz,TAfGsxeQz9PQJ2wEgj7oR3cuiL3zCLqtWz,
TAfGsxeQz9PQJ2wEgj7oR3cuiL3zCLqtWz
ASO - 26/24,JANE DOE,,T0000000,03/08/1991,105750906,
,,,,,bc1q67w36rccwju6pu72gar6e7z38k68k0ppngxc9w,
,JOHN DOE,1,2,30/03/1991,1JpSBaUwrZaEgmsYka7mzm9t3Z4syyaw7A,BTC
,,,,,1BPf9qr7M5xUgNHUYtrQtEKvUKcyERzXao,USDT
,,,,,TН96tFMn8KGiYSLiwсV3E2UiaJc8jmcbz3,
,,,,,,USDT
`;

describe('the table of seizure orders', () => {
  it('gives every address with its order and network', async () => {
    const items = await allOf(parseNbctfCsv(inputOf(TABLE)));
    const rows = items.flatMap((item) => (item.kind === 'label' ? [readLabelClaim(item.claim, false)] : []));
    expect(rows.map((row) => (row.ok ? [row.row.network, row.row.entity, row.row.category] : row.reason))).toEqual([
      ['TRX', 'NBCTF seizure order 13/26', 'sanctions'],
      ['ETH', 'NBCTF seizure order 22/25', 'sanctions'],
      ['TRX', 'NBCTF seizure order 53/25', 'sanctions'],
      ['BTC', 'NBCTF seizure order 26/24', 'sanctions'],
      ['BTC', 'NBCTF seizure order 26/24', 'sanctions'],
      ['BTC', 'NBCTF seizure order 26/24', 'sanctions'],
      expect.stringMatching(/^not a TRX address/),
    ]);
    expect(rows.every((row) => !row.ok || row.row.confidence === 60)).toBe(true);
  });

  it('keeps nothing about the holder: neither names nor numbers of persons or accounts', async () => {
    const claims = JSON.stringify(await labelsIn(parseNbctfCsv, inputOf(TABLE)));
    for (const own of ['DOE', 'T0000000', '105750906', '1991']) expect(claims).not.toContain(own);
  });

  it('is refused without its columns, and an address before any order is rejected', async () => {
    await expect(labelsIn(parseNbctfCsv, inputOf('a,b\n1,2\n'))).rejects.toThrow('the header names no "Order ID"');
    await expect(labelsIn(parseNbctfCsv, inputOf(''))).rejects.toThrow('the file is empty');
    const [header] = TABLE.split('\n');
    const [item] = await labelsIn(parseNbctfCsv, inputOf(`${header}\n,,,,,1JpSBaUwrZaEgmsYka7mzm9t3Z4syyaw7A,BTC\n`));
    expect(item).toMatchObject({ reason: 'no order precedes the address' });
  });
});
