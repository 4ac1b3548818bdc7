import type { ParsedItem } from '../label-claim.ts';
import { readPublisherRows } from './csv-rows.ts';
import { sdnClaim } from './ofac-list.ts';
import { LabelFormatError, type LabelInput } from './parser.ts';

const LISTED = /Digital Currency Address - ([A-Z0-9]+) ([A-Za-z0-9:]+)/g;
const ABSENT = '-0-';

/**
 * OFAC's own legacy SDN.CSV and SDN_COMMENTS.CSV: no header, the entry's number first, "-0-" for an absent value, and
 * digital currency addresses in the free remarks.
 */
export async function* parseOfacSdnCsv(input: LabelInput): AsyncGenerator<ParsedItem> {
  let rows = 0;
  for await (const { line, cells } of readPublisherRows(input.bytes)) {
    const uid = cells[0]?.trim() ?? '';
    // The file ends with a lone Ctrl-Z.
    if (!/^\d+$/.test(uid)) continue;
    rows += 1;
    const isMainFile = cells.length >= 11;
    const value = (index: number): string | undefined => {
      const text = isMainFile ? cells[index]?.trim() : undefined;
      return text === undefined || text === '' || text === ABSENT ? undefined : text;
    };
    // Names of natural persons are not kept.
    const details = { name: value(2) === 'individual' ? undefined : value(1), programme: value(3), uid };
    for (const [, code = '', address = ''] of cells
      .slice(isMainFile ? 4 : 1)
      .join(' ')
      .matchAll(LISTED)) {
      yield { kind: 'label', claim: sdnClaim(line, address, code, details, 'authority') };
    }
  }
  if (rows === 0) throw new LabelFormatError('no row begins with an SDN entry number');
}
