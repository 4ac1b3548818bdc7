import { SaxesParser } from 'saxes';
import { decodeText } from '../../../intake/index.ts';
import type { ParsedItem } from '../label-claim.ts';
import { LabelFormatError, type LabelInput } from './parser.ts';

const FEATURE_PREFIX = 'Digital Currency Address - ';
const MAX_TEXT_LENGTH = 10_000;

interface DateParts {
  Year?: string;
  Month?: string;
  Day?: string;
}

interface ListedAddress {
  readonly line: number;
  readonly code: string;
  readonly address: string;
}

interface Party {
  readonly line: number;
  /** The id of the entry: FixedRef, which is also its page on the Treasury's search. */
  readonly uid: string;
  profile: string;
  names: string[];
  addresses: ListedAddress[];
}

/** State while the elements go by. Only parties that hold a digital currency address are kept. */
class SdnReader {
  readonly done: ParsedItem[] = [];
  private readonly path: string[] = [];
  private readonly currencyOfFeature = new Map<string, string>();
  private readonly waiting = new Map<string, Party>();
  private party: Party | null = null;
  private feature: { readonly code: string; readonly line: number } | null = null;
  private featureId = '';
  private isPrimaryAlias = false;
  private nameParts: string[] = [];
  private text = '';
  private readonly issued: DateParts = {};
  private entry: {
    readonly profile: string;
    date: DateParts;
    programmes: string[];
    isProgramme: boolean;
  } | null = null;
  private readonly programmeTypes = new Set<string>();
  private sanctionsTypeId = '';
  sawRoot = false;

  open(name: string, attributes: ReadonlyMap<string, string>, line: number): void {
    if (this.path.length === 0) {
      if (name !== 'Sanctions') throw new LabelFormatError(`expected <Sanctions>, found <${name}>`);
      this.sawRoot = true;
    }
    this.path.push(name);
    this.text = '';
    if (name === 'FeatureType') this.featureId = attributes.get('ID') ?? '';
    else if (name === 'SanctionsType') this.sanctionsTypeId = attributes.get('ID') ?? '';
    else if (name === 'DistinctParty') {
      this.party = { line, uid: attributes.get('FixedRef') ?? '', profile: '', names: [], addresses: [] };
    } else if (name === 'Profile' && this.party) this.party.profile = attributes.get('ID') ?? '';
    else if (name === 'Alias') {
      this.isPrimaryAlias = attributes.get('Primary') === 'true';
      this.nameParts = [];
    } else if (name === 'Feature') {
      const code = this.currencyOfFeature.get(attributes.get('FeatureTypeID') ?? '');
      this.feature = code === undefined ? null : { code, line };
    } else if (name === 'SanctionsEntry') {
      this.entry = { profile: attributes.get('ProfileID') ?? '', date: {}, programmes: [], isProgramme: false };
    } else if (name === 'SanctionsMeasure' && this.entry) {
      this.entry.isProgramme = this.programmeTypes.has(attributes.get('SanctionsTypeID') ?? '');
    }
  }

  write(text: string): void {
    if (this.text.length < MAX_TEXT_LENGTH) this.text += text;
  }

  close(name: string): void {
    const text = this.text.trim();
    this.text = '';
    const parent = this.path.at(-2);
    if (name === 'FeatureType' && text.startsWith(FEATURE_PREFIX)) {
      this.currencyOfFeature.set(this.featureId, text.slice(FEATURE_PREFIX.length).trim());
    } else if (name === 'SanctionsType' && text === 'Program') this.programmeTypes.add(this.sanctionsTypeId);
    else if (name === 'NamePartValue' && this.isPrimaryAlias && text !== '') this.nameParts.push(text);
    else if (name === 'DocumentedName' && this.isPrimaryAlias && this.nameParts.length > 0) {
      this.party?.names.push(this.nameParts.join(' '));
      this.nameParts = [];
    } else if (name === 'VersionDetail' && this.feature && text !== '') {
      this.party?.addresses.push({ ...this.feature, address: text });
    } else if (name === 'Feature') this.feature = null;
    else if (name === 'DistinctParty') this.keepParty();
    else if (name === 'Comment' && parent === 'SanctionsMeasure' && this.entry?.isProgramme && text !== '') {
      this.entry.programmes.push(text);
    } else if (name === 'Year' || name === 'Month' || name === 'Day') this.keepDatePart(name, text, parent);
    else if (name === 'SanctionsEntry') this.closeEntry();
    this.path.pop();
  }

  finish(): void {
    for (const party of this.waiting.values()) this.emit(party, undefined, []);
    this.waiting.clear();
  }

  private keepParty(): void {
    if (this.party && this.party.addresses.length > 0)
      this.waiting.set(detached(this.party.profile), detachedParty(this.party));
    this.party = null;
  }

  private keepDatePart(name: keyof DateParts, text: string, parent: string | undefined): void {
    if (parent === 'DateOfIssue' && this.path.length === 3) this.issued[name] = text;
    else if (parent === 'Date' && this.entry && this.path.at(-3) === 'EntryEvent') this.entry.date[name] ??= text;
  }

  private closeEntry(): void {
    const party = this.entry ? this.waiting.get(this.entry.profile) : undefined;
    if (this.entry && party) {
      this.emit(party, dateOfParts(this.entry.date), this.entry.programmes);
      this.waiting.delete(this.entry.profile);
    }
    this.entry = null;
  }

  private emit(party: Party, designated: string | undefined, programmes: readonly string[]): void {
    const name = party.names[0];
    const programme = programmes.length > 0 ? `: ${[...new Set(programmes)].join(', ')}` : '';
    for (const { line, code, address } of party.addresses) {
      this.done.push({
        kind: 'label',
        claim: {
          line,
          address,
          chain: code,
          entity: name === undefined ? `OFAC SDN entry ${party.uid}${programme}` : `${name} (OFAC SDN${programme})`,
          words: ['sanctions'],
          confidence: 'authority',
          sourceUrl: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(party.uid)}`,
          sourceDate: dateOfParts(this.issued),
          validFrom: designated,
        },
      });
    }
  }
}

/**
 * OFAC's SDN list in its Advanced XML form: every "Digital Currency Address - …" feature of every party, with the
 * party's listed name, its programmes and its day of designation.
 * https://sanctionslist.ofac.treas.gov/Home/SdnList
 */
export async function* parseOfacXml(input: LabelInput): AsyncGenerator<ParsedItem> {
  const reader = new SdnReader();
  const parser = new SaxesParser({ fragment: false });
  parser.on('opentag', (tag) => {
    const attributes = Object.entries(tag.attributes).map(([key, value]): [string, string] => [key, String(value)]);
    reader.open(localName(tag.name), new Map(attributes), parser.line);
  });
  parser.on('text', (text) => reader.write(text));
  parser.on('cdata', (text) => reader.write(text));
  parser.on('closetag', (tag) => reader.close(localName(tag.name)));
  parser.on('error', (error) => {
    throw new LabelFormatError(`not well-formed XML: ${error.message}`);
  });
  for await (const text of decodeText(input.bytes)) {
    parser.write(text);
    yield* reader.done.splice(0);
  }
  parser.close();
  if (!reader.sawRoot) throw new LabelFormatError('expected <Sanctions>, found an empty file');
  reader.finish();
  yield* reader.done.splice(0);
}

/** A piece of a text keeps the whole text in memory; a party waits long, so it gets copies. */
function detachedParty(party: Party): Party {
  return {
    line: party.line,
    uid: detached(party.uid),
    profile: detached(party.profile),
    names: party.names.slice(0, 1).map(detached),
    addresses: party.addresses.map(({ line, code, address }) => ({ line, code, address: detached(address) })),
  };
}

function detached(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function dateOfParts(parts: DateParts): string | undefined {
  const { Year: year, Month: month, Day: day } = parts;
  if (!year || !month || !day) return undefined;
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
