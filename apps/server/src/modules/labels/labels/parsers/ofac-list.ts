import { peekText, readLines } from '../../../../platform/intake/index.ts';
import { type LabelClaim, type ParsedItem, rejectionOf } from '../label-claim.ts';
import { readPublisherRows } from './csv-rows.ts';
import { readJsonArray } from './json-array.ts';
import { LabelFormatError, type LabelInput } from './parser.ts';

const CODE_IN_NAME = /_([A-Z0-9]{3,5})\.(?:txt|json|csv)(?:\.gz)?$/;
const NAME_COLUMNS = ['name', 'sdn_name', 'sdn_name(entities only)'];

/**
 * Plain lists extracted from the OFAC SDN list by others: one address a line, a JSON array of addresses, or CSV with a
 * header that has `address` and perhaps `currency_code`, a name, `program` and `ent_num`. The currency comes from the
 * row, else from the option, else from the file's name (`sanctioned_addresses_XBT.txt`); without any a row is refused.
 */
export async function* parseOfacList(input: LabelInput): AsyncGenerator<ParsedItem> {
  const code = input.currency ?? CODE_IN_NAME.exec(input.name)?.[1];
  const { start, bytes } = await peekText(input.bytes, (text) => /\S[^\n]*\n/.test(text));
  const firstLine = start.split(/\r?\n/, 1)[0] ?? '';
  if (start.startsWith('[')) yield* readArray(bytes, code);
  else if (/^"?(address|ent_num)"?,/i.test(firstLine)) yield* readTable(bytes, code);
  else yield* readPlain(bytes, code);
}

async function* readArray(bytes: AsyncIterable<Uint8Array>, code: string | undefined): AsyncGenerator<ParsedItem> {
  for await (const { line, text } of readJsonArray(bytes)) {
    const address = /^\s*"([^"\\]*)"\s*$/.exec(text)?.[1];
    yield address === undefined
      ? rejectionOf(line, 'expected an address as text', text)
      : listed(line, address, code, {});
  }
}

async function* readPlain(bytes: AsyncIterable<Uint8Array>, code: string | undefined): AsyncGenerator<ParsedItem> {
  for await (const { number, text } of readLines(bytes)) {
    const address = text.trim();
    if (address === '' || address.startsWith('#')) continue;
    yield listed(number, address, code, {});
  }
}

async function* readTable(bytes: AsyncIterable<Uint8Array>, code: string | undefined): AsyncGenerator<ParsedItem> {
  let header: readonly string[] | null = null;
  for await (const { line, cells } of readPublisherRows(bytes)) {
    if (header === null) {
      header = cells.map((cell) => cell.trim().toLowerCase());
      if (!header.includes('address')) throw new LabelFormatError('the header names no "address" column');
      continue;
    }
    const row = new Map(header.map((name, index) => [name, cells[index]?.trim() ?? '']));
    const name = NAME_COLUMNS.map((column) => row.get(column)).find((value) => value);
    yield listed(line, row.get('address') ?? '', row.get('currency_code') || code, {
      name,
      programme: row.get('program'),
      uid: row.get('ent_num'),
    });
  }
}

interface Details {
  readonly name?: string | undefined;
  readonly programme?: string | undefined;
  readonly uid?: string | undefined;
}

function listed(line: number, address: string, code: string | undefined, details: Details): ParsedItem {
  if (code === undefined)
    return rejectionOf(line, 'no currency: neither row, option nor file name states one', address);
  return { kind: 'label', claim: sdnClaim(line, address, code, details, 'authority_second_hand') };
}

/** One listed address as a claim, for every format of the list. */
export function sdnClaim(
  line: number,
  address: string,
  code: string,
  { name, programme, uid }: Details,
  confidence: 'authority' | 'authority_second_hand',
): LabelClaim {
  const list = `OFAC SDN${programme ? `: ${programme.replaceAll('] [', ', ')}` : ''}`;
  return {
    line,
    address,
    chain: code,
    entity: name
      ? `${name} (${list})`
      : `${uid ? list.replace('SDN', `SDN entry ${uid}`) : `Listed address (${list})`}`,
    words: ['sanctions'],
    confidence,
    sourceUrl: uid
      ? `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(uid)}`
      : 'https://sanctionslist.ofac.treas.gov/Home/SdnList',
  };
}
